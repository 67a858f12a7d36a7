import type { ImageContent } from '@earendil-works/pi-ai';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { PromptBody } from '../../../protocol/item';
import type { PromptRefusal } from '../../core/ports/runtime';
import { modelOf } from '../models/sessionModel';

/** A prompt's pictures as pi takes them. */
export function imagesFor({ images }: PromptBody): ImageContent[] {
  return images.map(({ mimeType, data }) => ({ type: 'image', mimeType, data }));
}

/** Why a prompt's pictures can't go to the session's model: pi would leave them out without a word. */
export function imagesRefused(session: AgentSession, { images }: PromptBody): PromptRefusal | undefined {
  const model = modelOf(session);
  if (images.length === 0 || model === undefined || model.input.includes('image')) return undefined;
  return {
    reason: `${model.name} takes no pictures. Take them out, or choose a model that does.`,
    next: ['choose-model'],
  };
}
