import * as l10n from '@vscode/l10n';
import type { ImageContent } from '@earendil-works/pi-ai';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { PromptBody } from '../../../protocol/item';
import type { PromptRefusal } from '../../core/ports/runtime';
import { modelOf } from '../models/sessionModel';

/** Returns a prompt's images in pi's form. */
export function imagesFor({ images }: PromptBody): ImageContent[] {
  return images.map(({ mimeType, data }) => ({ type: 'image', mimeType, data }));
}

/** Refuses images that the session's model doesn't support. pi would drop such images silently. */
export function imagesRefused(session: AgentSession, { images }: PromptBody): PromptRefusal | undefined {
  const model = modelOf(session);
  if (images.length === 0 || model === undefined || model.input.includes('image')) return undefined;
  return {
    reason: l10n.t("{model} doesn't support images. Remove them or choose another model.", {
      model: model.name,
    }),
    next: ['choose-model'],
  };
}
