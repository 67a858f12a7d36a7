import type * as vscode from 'vscode';
import type { Log } from '../../base/log';

/** Adapts VS Code's log channel to `Log`. */
export function channelLog(channel: vscode.LogOutputChannel): Log {
  const write = (level: keyof Log) => (message: string) => {
    try {
      channel[level](message);
    } catch {
      // VS Code closes the channel before deactivation has ended all runs, which must not fail because of a log line.
    }
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
