/** Variables that keep pi from downloading tools and packages and from reporting an installation. */
const switches: Readonly<Record<string, string>> = {
  PI_OFFLINE: '1',
  PI_SKIP_VERSION_CHECK: '1',
  PI_TELEMETRY: '0',
};

const added = new Set<string>();

/** Sets pi's switches for this process and keeps values of the user. Must be called before pi is imported. */
export function setSwitches(env: NodeJS.ProcessEnv = process.env): void {
  for (const [name, value] of Object.entries(switches)) {
    if (env[name] !== undefined) continue;
    env[name] = value;
    added.add(name);
  }
}

/** Variables of the extension host. With them, a command would run as VS Code's Node or connect to VS Code. */
const hostVariables = /^(ELECTRON_|VSCODE_|NODE_OPTIONS$|NODE_CHANNEL_|APPLICATION_INSIGHTS_)/i;

/** Returns the environment of the user's own shell, for commands of the agent. */
export function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // VS Code's askpass programs need variables that are removed here.
  const askpass = env['VSCODE_GIT_ASKPASS_MAIN'] === undefined ? [] : ['GIT_ASKPASS', 'SSH_ASKPASS'];
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !hostVariables.test(name) && !added.has(name) && !askpass.includes(name),
    ),
  );
}
