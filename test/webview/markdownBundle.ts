import esbuild from 'esbuild';

export interface MarkdownElement {
  readonly element: HTMLElement;
  update(text: string, open: boolean): void;
}

/** The global variables of a page that has evaluated the result of `buildMarkdownPage`. */
export interface MarkdownPage {
  readonly enso: { readonly MarkdownStream: new (open: (target: unknown) => void) => MarkdownElement };
}

/** Returns a script that puts the panel's Markdown renderer into the page as `window.enso`. */
export async function buildMarkdownPage(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: ['src/webview/markdown/open/stream.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'enso',
    write: false,
    target: 'chrome138',
  });
  return `${outputFiles[0]?.text ?? ''}; window.enso = enso;`;
}
