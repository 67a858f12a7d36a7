import { execFileSync } from 'node:child_process';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): Process[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
      return found ? [{ pid: Number(found[1]), parent: Number(found[2]), command: found[3] ?? '' }] : [];
    });
}

/** Returns the process ids of the extension hosts that the server of a data folder has started. */
export function extensionHosts(dataFolder: string): readonly number[] {
  const all = processes();
  const servers = all.filter(({ command }) => command.includes(dataFolder)).map(({ pid }) => pid);
  return all
    .filter(({ command, parent }) => command.includes('--type=extensionHost') && servers.includes(parent))
    .map(({ pid }) => pid);
}

/** Kills all extension hosts of a data folder, like a crash. */
export function crashExtensionHosts(dataFolder: string): void {
  for (const pid of extensionHosts(dataFolder)) process.kill(pid, 'SIGKILL');
}
