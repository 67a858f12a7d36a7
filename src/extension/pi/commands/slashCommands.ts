import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { SlashCommand } from '../../../protocol/session';
import type { PromptKind } from '../../core/ports/runtime';
import { shellCommand } from './shellCommand';

/** Commands that pi's terminal has of its own and that an embedded session has not. */
export const builtinCommands: readonly SlashCommand[] = [
  {
    name: 'compact',
    kind: 'enso',
    description: 'Shorten the conversation to a summary of it',
    hint: '[what to keep]',
  },
  { name: 'name', kind: 'enso', description: 'Name this thread', hint: '<name>' },
  { name: 'reload', kind: 'enso', description: 'Load extensions, skills and settings anew' },
];

/** How pi splits a command: at the first space, whatever else is in it. */
export function splitCommand(text: string): { readonly name: string; readonly rest: string } {
  const space = text.indexOf(' ');
  return space < 0
    ? { name: text.slice(1), rest: '' }
    : { name: text.slice(1, space), rest: text.slice(space + 1) };
}

/** How a prompt will be taken. Only a single word after the slash makes a command: a path is plain words. */
export function promptKind(session: AgentSession, text: string): PromptKind {
  if (!text.startsWith('/')) return shellCommand(text) === undefined ? 'none' : 'shell';
  const { name } = splitCommand(text);
  if (session.extensionRunner.getCommand(name) !== undefined) return 'extension';
  const word = /^[^\s/]+/.exec(name)?.[0] ?? '';
  if (word === '' || (word !== name && !/^\s/.test(name.slice(word.length)))) return 'none';
  if (word.startsWith('skill:')) return hasSkill(session, word.slice('skill:'.length)) ? 'prompt' : 'unknown';
  if (session.promptTemplates.some((template) => template.name === word)) return 'prompt';
  if (builtinCommands.some((command) => command.name === word)) return 'enso';
  return /^[\p{L}\p{N}_.:-]+$/u.test(word) ? 'unknown' : 'none';
}

/** Everything that can follow a slash in this thread. */
export function listCommands(session: AgentSession): SlashCommand[] {
  const own = builtinCommands.filter(({ name }) => session.extensionRunner.getCommand(name) === undefined);
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
  return [...own, ...extension, ...templates, ...skills];
}

function hasSkill(session: AgentSession, name: string): boolean {
  return session.resourceLoader.getSkills().skills.some((skill) => skill.name === name);
}

function descriptionOf(description: string | undefined): { description?: string } {
  return description === undefined || description === '' ? {} : { description };
}
