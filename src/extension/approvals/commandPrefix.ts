/** They run what they are given, so one of them allowed would allow anything. */
const runners = new Set(
  (
    'sh bash zsh dash fish ksh csh cmd powershell pwsh env sudo doas su xargs parallel nohup nice time timeout watch ' +
    'command builtin eval exec source ssh find awk gawk node deno bun npx bunx pnpx uvx python python2 python3 ruby ' +
    'perl php osascript docker podman nsenter chroot setsid strace script busybox'
  ).split(' '),
);

/** Their second word says what they do. */
const withSubcommands = new Set(
  (
    'git gh npm pnpm yarn cargo go dotnet mvn gradle make just uv pip pip3 poetry bundle rake kubectl helm terraform ' +
    'aws gcloud az brew apt systemctl'
  ).split(' '),
);

/** Of those, the second words that run what follows. */
const runningSubcommands = new Set(['exec', 'x', 'dlx', 'run', 'config', 'alias', 'submodule', 'bisect']);

/**
 * The program that a command runs, with its subcommand where it has such: `npm test`, `ls`. Nothing for a command of
 * which the first words don't tell what it does: one with operators, substitutions or variables, or of a program that
 * runs what it is given.
 */
export function commandPrefix(command: string): string | undefined {
  const line = command.trim();
  if (!/^[\w./+@:=,%^ "'?*~[\]-]+$/.test(line)) return undefined;
  const [program = '', second, third] = line.split(/ +/);
  if (!/^[\w][\w.+-]*$/.test(program) || runners.has(program)) return undefined;
  if (!withSubcommands.has(program)) return program;
  if (second === undefined || !/^\w[\w:.-]*$/.test(second)) return undefined;
  if (!runningSubcommands.has(second)) return `${program} ${second}`;
  // A script of the project is known by its name.
  const script = second === 'run' && ['npm', 'pnpm', 'yarn'].includes(program) ? third : undefined;
  return script !== undefined && /^\w[\w:.-]*$/.test(script) ? `${program} run ${script}` : undefined;
}
