import * as l10n from '@vscode/l10n';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { SlashCommand } from '../../../protocol/session';
import type { PromptKind } from '../../core/ports/runtime';
import { shellCommand } from './shellCommand';

/** Returns the commands that pi's terminal implements itself, so an embedded session lacks them. */
function builtinCommands(): readonly SlashCommand[] {
  return [
    {
      name: 'compact',
      kind: 'enso',
      description: l10n.t('Summarize the conversation to free up context'),
      hint: l10n.t('[what to keep]'),
    },
    { name: 'name', kind: 'enso', description: l10n.t('Name this thread'), hint: l10n.t('<name>') },
    { name: 'reload', kind: 'enso', description: l10n.t('Reload extensions, skills, and settings') },
  ];
}

/** Splits a command as pi does: at the first space only. */
export function splitCommand(text: string): { readonly name: string; readonly rest: string } {
  const space = text.indexOf(' ');
  return space < 0
    ? { name: text.slice(1), rest: '' }
    : { name: text.slice(1, space), rest: text.slice(space + 1) };
}

/** Returns how pi will treat a prompt. A command is a single word after the slash; a path is plain text. */
export function promptKind(session: AgentSession, text: string): PromptKind {
  if (!text.startsWith('/')) return shellCommand(text) === undefined ? 'none' : 'shell';
  const { name } = splitCommand(text);
  if (session.extensionRunner.getCommand(name) !== undefined) return 'extension';
  const word = /^[^\s/]+/.exec(name)?.[0] ?? '';
  if (word === '' || (word !== name && !/^\s/.test(name.slice(word.length)))) return 'none';
  if (word.startsWith('skill:')) return hasSkill(session, word.slice('skill:'.length)) ? 'prompt' : 'unknown';
  if (session.promptTemplates.some((template) => template.name === word)) return 'prompt';
  if (builtinCommands().some((command) => command.name === word)) return 'enso';
  return /^[\p{L}\p{N}_.:-]+$/u.test(word) ? 'unknown' : 'none';
}

/** Returns every command, template and skill of this thread. */
export function listCommands(session: AgentSession): SlashCommand[] {
  const builtin = builtinCommands().filter(
    ({ name }) => session.extensionRunner.getCommand(name) === undefined,
  );
  const extension = session.extensionRunner.getRegisteredCommands().map((command): SlashCommand => ({
    name: command.invocationName,
    kind: 'extension',
    ...descriptionOf(command.description),
    ...(typeof command.getArgumentCompletions === 'function' ? { completes: true } : {}),
  }));
  const templates = session.promptTemplates.map((template): SlashCommand => ({
    name: template.name,
    kind: 'template',
    ...descriptionOf(template.description),
    ...(template.argumentHint === undefined ? {} : { hint: template.argumentHint }),
  }));
  const skills = session.resourceLoader.getSkills().skills.map((skill): SlashCommand => ({
    name: `skill:${skill.name}`,
    kind: 'skill',
    ...descriptionOf(skill.description),
  }));
  return [...builtin, ...extension, ...templates, ...skills];
}

function hasSkill(session: AgentSession, name: string): boolean {
  return session.resourceLoader.getSkills().skills.some((skill) => skill.name === name);
}

function descriptionOf(description: string | undefined): { description?: string } {
  return description === undefined || description === '' ? {} : { description };
}
