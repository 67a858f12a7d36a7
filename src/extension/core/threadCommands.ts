import type { SlashCommand } from '../../protocol/session';
import type { HostCommand } from './ports/panel';

/** The editor's own commands as panels list them: what runs them stays here. */
export function listed(commands: readonly HostCommand[]): readonly SlashCommand[] {
  return commands.map(({ name, kind, description, hint }) => ({
    name,
    kind,
    ...(description === undefined ? {} : { description }),
    ...(hint === undefined ? {} : { hint }),
  }));
}
