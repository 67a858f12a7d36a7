/**
 * Switches that pi reads from the environment. They keep it from downloading tools and packages and from reporting an
 * installation that is not its own.
 */
const switches: Readonly<Record<string, string>> = {
  PI_OFFLINE: '1',
  PI_SKIP_VERSION_CHECK: '1',
  PI_TELEMETRY: '0',
};

const added = new Set<string>();

/** Sets pi's switches for this process; a person's own values stay. To be called before pi is imported. */
export function setSwitches(env: NodeJS.ProcessEnv = process.env): void {
  for (const [name, value] of Object.entries(switches)) {
    if (env[name] !== undefined) continue;
    env[name] = value;
    added.add(name);
  }
}

/** What the extension host was given for itself: a program started with it would run as VS Code's Node, or talk to it. */
const hosts = /^(ELECTRON_|VSCODE_|NODE_OPTIONS$|NODE_CHANNEL_|APPLICATION_INSIGHTS_)/i;

/** The environment as a person's own shell would have it, for a command of the agent. */
export function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // VS Code's askpass programs cannot work without the variables that go.
  const askpass = env['VSCODE_GIT_ASKPASS_MAIN'] === undefined ? [] : ['GIT_ASKPASS', 'SSH_ASKPASS'];
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !hosts.test(name) && !added.has(name) && !askpass.includes(name)),
  );
}
