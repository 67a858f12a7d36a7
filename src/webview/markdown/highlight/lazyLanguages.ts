import type { LanguageFn } from 'highlight.js';

/** Languages that are files of their own, with the other names that models use. The build makes one file of each. */
const lazyLanguages: Readonly<Record<string, readonly string[]>> = {
  clojure: ['clj'],
  cmake: [],
  dart: [],
  dockerfile: ['docker'],
  elixir: ['ex', 'exs'],
  erlang: ['erl'],
  fsharp: ['fs', 'f#'],
  graphql: ['gql'],
  groovy: ['gradle'],
  haskell: ['hs'],
  http: ['https'],
  ini: ['toml', 'conf'],
  julia: ['jl'],
  kotlin: ['kt', 'kts'],
  latex: ['tex'],
  less: [],
  lua: [],
  makefile: ['make', 'mk'],
  markdown: ['md', 'mkd'],
  nginx: [],
  objectivec: ['objc', 'obj-c', 'mm'],
  perl: ['pl', 'pm'],
  php: [],
  powershell: ['ps', 'ps1', 'pwsh'],
  properties: [],
  protobuf: ['proto'],
  r: [],
  ruby: ['rb'],
  scala: [],
  scss: ['sass'],
  swift: [],
  vim: [],
};

const files = new Map(
  Object.entries(lazyLanguages).flatMap(([file, names]) => [file, ...names].map((name) => [name, file])),
);

/** The address of the panel's script, beside which the languages are. */
const script = typeof document === 'undefined' ? null : document.currentScript;
const address = script instanceof HTMLScriptElement ? script.src : undefined;

/** Returns the file of a language that isn't part of the panel's script. */
export function languageFile(name: string): string | undefined {
  return files.get(name);
}

/** Loads a language. The script's nonce also covers what the script imports. */
export async function loadLanguage(file: string): Promise<LanguageFn | undefined> {
  if (address === undefined) return undefined;
  const module: unknown = await import(new URL(`languages/${file}.js`, address).href);
  return typeof module === 'object' && module !== null && 'default' in module && isLanguage(module.default)
    ? module.default
    : undefined;
}

const isLanguage = (value: unknown): value is LanguageFn => typeof value === 'function';
