import * as l10n from '@vscode/l10n';
import type { ImageContent } from '../../protocol/item';

const acceptedTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const maxBytes = 5_000_000;
const maxPixels = 8_000;
/** The edge to which larger images are shrunk. Models use no more. */
const targetPixels = 2_000;

export interface ReadImages {
  readonly images: readonly ImageContent[];
  /** Messages about the files that were refused. */
  readonly refused: readonly string[];
}

/** Reads pasted or dropped files as images. Large images are shrunk, other files are refused. */
export async function readImageFiles(files: readonly File[]): Promise<ReadImages> {
  const results = await Promise.all(files.map(readImage));
  return {
    images: results.filter((result) => typeof result !== 'string'),
    refused: results.filter((result) => typeof result === 'string'),
  };
}

async function readImage(file: File): Promise<ImageContent | string> {
  const name = file.name === '' ? l10n.t('the image') : `“${file.name}”`;
  if (!acceptedTypes.includes(file.type))
    return l10n.t("Couldn't attach {name}. Only PNG, JPEG, GIF, and WebP images are supported.", { name });
  if (file.size === 0) return l10n.t("Couldn't attach {name}: the file is empty.", { name });
  try {
    const bitmap = await createImageBitmap(file);
    const fits = file.size <= maxBytes && Math.max(bitmap.width, bitmap.height) <= maxPixels;
    const blob = fits ? file : await shrink(bitmap);
    bitmap.close();
    if (!blob) return l10n.t("Couldn't attach {name}: the image is too large.", { name });
    return {
      mimeType: blob.type,
      data: await base64(blob),
      ...(file.name === '' ? {} : { name: file.name }),
    };
  } catch {
    return l10n.t("Couldn't attach {name}: the file isn't a valid image.", { name });
  }
}

async function shrink(bitmap: ImageBitmap): Promise<Blob | undefined> {
  for (let edge = targetPixels; edge >= 250; edge /= 2) {
    const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    );
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    if (blob.size <= maxBytes) return blob;
  }
  return undefined;
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  // In chunks, because the arguments of one call are limited.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}
