import type * as vscode from 'vscode';
import type { Log } from '../core/ports';

/** VS Code's own log channel, by the core's names. */
export function channelLog(channel: vscode.LogOutputChannel): Log {
  return {
    debug(message) {
      channel.debug(message);
    },
    info(message) {
      channel.info(message);
    },
    warn(message) {
      channel.warn(message);
    },
    error(message) {
      channel.error(message);
    },
  };
}
