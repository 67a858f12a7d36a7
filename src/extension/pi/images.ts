import type { ImageContent } from '@earendil-works/pi-ai';
import type { PromptBody } from '../../protocol/item';

/** A prompt's pictures as pi takes them. */
export function imagesFor({ images }: PromptBody): ImageContent[] {
  return images.map(({ mimeType, data }) => ({ type: 'image', mimeType, data }));
}
