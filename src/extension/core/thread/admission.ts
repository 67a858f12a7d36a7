import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { PromptReceipt, Refusal } from '../../../protocol/frames';
import type { PromptBody } from '../../../protocol/item';
import type { Delivery } from '../../../protocol/observation';
import { messageOf } from '../../base/errors';
import { firstWord } from '../../base/text';
import type { EditorCommand } from '../ports/panel';
import type { QueuedPrompt } from '../run/promptQueue';
import type { Sender } from '../run/runState';
import type { Thread } from './thread';

/**
 * Admits a prompt: takes the idle thread, or queues the prompt. Replies at once, except for a slash command, whose kind
 * only pi knows. The reply says nothing about the outcome of the prompt; the feed does. A refused prompt changes
 * nothing.
 */
export async function admitPrompt(
  thread: Thread,
  body: PromptBody,
  delivery: Delivery,
  sender: Sender,
): Promise<PromptReceipt | Refusal> {
  if (body.text.trim() === '' && body.images.length === 0) {
    return { ok: false, code: 'bad-request', message: l10n.t('Type a message to send.') };
  }
  const prompt: QueuedPrompt = {
    messageId: randomUUID(),
    text: body.text,
    images: body.images,
    delivery,
    sender: sender.panelId,
  };
  const command = looksLikeCommand(body.text);
  const own = command && thread.deps.commands.find(({ name }) => `/${name}` === firstWord(body.text));
  if (typeof own === 'object') return runEditorCommand(thread, own, prompt);
  const answer = thread.admit(prompt, command);
  return replyTo(thread, prompt, answer instanceof Promise ? await answer : answer);
}

/** Returns true if the text starts with `/word` or `/skill:word`. A path such as `/usr/bin` is not a command. */
export function looksLikeCommand(text: string): boolean {
  return /^\/[\p{L}\p{N}_][\p{L}\p{N}_.:-]*$/u.test(firstWord(text)) && text.startsWith('/');
}

function replyTo(
  thread: Thread,
  { messageId, text }: QueuedPrompt,
  answer: Awaited<ReturnType<Thread['admit']>>,
): PromptReceipt | Refusal {
  if (!('refused' in answer)) {
    const { generation, queued } = answer;
    return { ok: true, threadId: thread.id, messageId, generation, queued };
  }
  switch (answer.refused) {
    case 'unknown-command':
      return { ok: false, code: 'unavailable-command', message: unknownCommand(thread, text) };
    case 'failed':
      return { ok: false, code: 'failed', message: answer.why };
    case 'closed':
      return {
        ok: false,
        code: 'failed',
        message: l10n.t("Enso is shutting down. Your message wasn't sent."),
      };
  }
}

function unknownCommand(thread: Thread, text: string): string {
  const commands = [...thread.deps.commands, ...(thread.slot.current?.commands() ?? [])];
  const names = commands.map(({ name }) => `/${name}`);
  const command = firstWord(text);
  return names.length === 0
    ? l10n.t('Unknown command {command}. No commands are available.', { command })
    : l10n.t('Unknown command {command}. Available commands: {commands}.', {
        command,
        commands: names.join(', '),
      });
}

/** Runs a command of the editor, which affects neither the run nor the queue. */
async function runEditorCommand(
  thread: Thread,
  command: EditorCommand,
  { messageId, text, sender }: QueuedPrompt,
): Promise<PromptReceipt | Refusal> {
  try {
    await command.run(thread.id, text.slice(command.name.length + 1).trim(), sender);
  } catch (error) {
    return { ok: false, code: 'failed', message: messageOf(error) };
  }
  return { ok: true, threadId: thread.id, messageId, generation: thread.generation, queued: false };
}
