import * as l10n from '@vscode/l10n';
import type { ToolItem } from '../../protocol/item';
import { formatNumber, plural, formatList } from '../../protocol/text/plural';

/** Returns what many calls did, in a few words: `12 files read, 3 edited, and 2 commands run`. */
export function callSummary(calls: readonly ToolItem[]): string {
  const named = (...names: string[]) => calls.filter(({ name }) => names.includes(name));
  const read = files(named('read'));
  const edited = files(named('edit', 'write'));
  const commands = named('bash', 'powershell').length;
  const searches = named('grep', 'find', 'ls').length;
  const known = ['read', 'edit', 'write', 'bash', 'powershell', 'grep', 'find', 'ls'];
  const others = calls.filter(({ name }) => !known.includes(name)).length;
  const failed = calls.filter(({ state }) => state === 'failed').length;
  return formatList([
    ...(read === 0
      ? []
      : [
          plural(read, {
            one: l10n.t('1 file read'),
            other: l10n.t('{count} files read', { count: formatNumber(read) }),
          }),
        ]),
    ...(edited === 0
      ? []
      : [
          plural(edited, {
            one: l10n.t('1 file edited'),
            other: l10n.t('{count} files edited', { count: formatNumber(edited) }),
          }),
        ]),
    ...(commands === 0
      ? []
      : [
          plural(commands, {
            one: l10n.t('1 command run'),
            other: l10n.t('{count} commands run', { count: formatNumber(commands) }),
          }),
        ]),
    ...(searches === 0
      ? []
      : [
          plural(searches, {
            one: l10n.t('1 search'),
            other: l10n.t('{count} searches', { count: formatNumber(searches) }),
          }),
        ]),
    ...(others === 0
      ? []
      : [
          plural(others, {
            one: l10n.t('1 other call'),
            other: l10n.t('{count} other calls', { count: formatNumber(others) }),
          }),
        ]),
    ...(failed === 0
      ? []
      : [
          plural(failed, {
            one: l10n.t('1 failed'),
            other: l10n.t('{count} failed', { count: formatNumber(failed) }),
          }),
        ]),
  ]);
}

/** Counts files, or the calls that name none. */
function files(calls: readonly ToolItem[]): number {
  return new Set(calls.map(({ path, id }) => path ?? id)).size;
}
