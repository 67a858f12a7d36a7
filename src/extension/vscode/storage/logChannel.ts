import type * as vscode from 'vscode';
import type { Log } from '../../base/log';

/** VS Code's own log channel, by the core's names. */
export function channelLog(channel: vscode.LogOutputChannel): Log {
  const write = (level: keyof Log) => (message: string) => {
    try {
      channel[level](message);
    } catch {
      // VS Code closes the channel while the extension still ends its runs, and none of that may fail for want of a log.
    }
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
