import { strict as assert } from 'node:assert';
import { dirname } from 'node:path';
import { importedFiles, lineCount, sourceFiles } from '../fixtures/sourceFiles';

/**
 * Every folder of src/, lowest floor first. A folder imports only from lower floors; folders on one floor don't know
 * each other. Add a new folder to the lowest floor that lets its imports point down.
 */
const hostFloors: readonly (readonly string[])[] = [
  ['protocol/text'],
  ['protocol'],
  ['extension/base'],
  ['extension/core/ports', 'extension/core/feed'],
  ['extension/core/run'],
  ['extension/core/thread'],
  ['extension/core'],
  ['extension/core/panels'],
  ['extension/core/attention'],
  ['extension/approvals', 'extension/pi/sdk', 'extension/pi/extensions'],
  ['extension/approvals/commands', 'extension/changes'],
  ['extension/pi/models/offline', 'extension/pi/transcript'],
  ['extension/sessionFiles', 'extension/pi/models', 'extension/pi/commands'],
  ['extension/pi/gate', 'extension/pi/ui/completions', 'extension/pi/prompts'],
  ['extension/pi/ui'],
  ['extension/pi/tools'],
  ['extension/pi/session'],
  ['extension/pi'],
  ['extension/vscode'],
  [
    'extension/vscode/storage',
    'extension/vscode/panels',
    'extension/vscode/dialogs',
    'extension/vscode/attention',
  ],
  ['extension/vscode/changes'],
  ['extension/vscode/commands'],
  ['extension'],
];
const panelFloors: readonly (readonly string[])[] = [
  ['protocol/text'],
  ['protocol'],
  ['webview/host', 'webview/page', 'webview/text', 'webview/markdown/highlight', 'webview/markdown/read'],
  ['webview/markdown', 'webview/ui'],
  ['webview/markdown/open'],
  ['webview/thread'],
  ['webview/composer', 'webview/questions'],
  ['webview/panel'],
  ['webview/viewState'],
  ['webview/view/composer', 'webview/view/question'],
  ['webview/view/transcript'],
  ['webview/view'],
  ['webview'],
];

/** Folders with fewer than 3 files or more than 12, each with its reason. */
const oddSizes: Readonly<Record<string, string>> = {
  'src/protocol': 'the messages, the state and the reducer, which build on each other',
  'src/extension': 'only the composition root',
  'src/extension/core': 'only the registry, the one door into the core',
  'src/extension/core/feed': 'the feed and its coalescer: both runtime and panels build on them',
  'src/extension/core/attention': 'the only part of the core that knows which panels are visible',
  'src/extension/base': 'small tools that know nothing of Enso; a reader looks them up by name',
  'src/extension/pi': 'only the runtime and its factory; everything else has a folder',
  'src/extension/vscode/attention': 'the status bar item and the notification',
  'src/webview': 'only the entry point',
  'src/webview/host': 'the connection to the host and the clock: replaced together in tests',
};

/** Files of fewer than 20 lines that at most one other folder imports, each with its reason. */
const shortFiles: Readonly<Record<string, string>> = {
  'src/extension/core/panels/savedDrafts.ts':
    'the only schema of the core: layers.test.ts allows zod here alone',
  'src/extension/vscode/storage/logChannel.ts': 'the adapter of one port',
  'src/webview/page/fonts.ts': 'applies the fonts of the settings to the page',
  'src/webview/page/language.ts': 'reads the translations from the page before anything else runs',
};

const graph = new Map(sourceFiles.map((file) => [file, importedFiles(file)]));
const filesByFolder = Map.groupBy(sourceFiles, (file) => dirname(file));

/** Returns the groups of files that import each other, directly or through others (Tarjan's algorithm). */
function circlesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    stack.push(file);
    const lower = (to: number | undefined) =>
      lowest.set(file, Math.min(lowest.get(file) ?? 0, to ?? Infinity));
    for (const target of edges.get(file) ?? []) {
      if (!order.has(target)) {
        visit(target);
        lower(lowest.get(target));
      } else if (stack.includes(target)) lower(order.get(target));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return circles.sort();
}

/** Returns every import between folders that doesn't point to a lower floor, as `from → to`. */
function upwardImports(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const floorIn = (floors: readonly (readonly string[])[], folder: string) =>
    floors.findIndex((rooms) => rooms.includes(folder));
  const found = new Set<string>();
  for (const [file, targets] of edges) {
    const from = dirname(file).slice('src/'.length);
    const floors = from.startsWith('webview') ? panelFloors : hostFloors;
    for (const target of targets) {
      const to = dirname(target).slice('src/'.length);
      if (to !== from && floorIn(floors, to) >= floorIn(floors, from)) found.add(`${from} → ${to}`);
    }
  }
  return [...found].sort();
}

describe('Rooms of src/', () => {
  it('Every folder has a place on a floor', () => {
    const listed = new Set([...hostFloors, ...panelFloors].flat().map((room) => `src/${room}`));
    assert.deepEqual(
      [...filesByFolder.keys()].filter((folder) => !listed.has(folder)),
      [],
    );
  });

  it('Every import between folders points to a lower floor', () => {
    assert.deepEqual(upwardImports(graph), []);
  });

  it('The check of floors sees an import that points up, and one within a floor', () => {
    const edges = new Map([
      ['src/extension/pi/sdk/loadPi.ts', ['src/extension/pi/ui/theme.ts']],
      ['src/webview/view/composer/queue.ts', ['src/webview/view/question/card.ts']],
      ['src/webview/view/app.ts', ['src/webview/view/head.ts', 'src/webview/ui/diff.ts']],
    ]);
    assert.deepEqual(upwardImports(edges), [
      'extension/pi/sdk → extension/pi/ui',
      'webview/view/composer → webview/view/question',
    ]);
  });

  it('No files import each other in a circle, not even types', () => {
    assert.deepEqual(circlesIn(graph), []);
  });

  it('The check of circles sees a circle of three files', () => {
    const edges = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    assert.deepEqual(circlesIn(edges), [['a', 'b', 'c']]);
  });

  it('Every folder has 3 to 12 files, apart from the listed ones', () => {
    const odd = [...filesByFolder].filter(([, files]) => files.length < 3 || files.length > 12);
    assert.deepEqual(odd.map(([folder]) => folder).sort(), Object.keys(oddSizes).sort());
  });

  it('No file has more than 300 lines', () => {
    assert.deepEqual(
      sourceFiles.filter((file) => lineCount(file) > 300),
      [],
    );
  });

  it('No file has fewer than 20 lines unless two other folders import it, apart from the listed ones', () => {
    const importingFolders = (file: string) => {
      const importers = sourceFiles.filter((other) => graph.get(other)?.includes(file));
      return new Set(importers.map((other) => dirname(other)).filter((folder) => folder !== dirname(file)));
    };
    const short = sourceFiles.filter((file) => lineCount(file) < 20 && importingFolders(file).size < 2);
    assert.deepEqual(short.sort(), Object.keys(shortFiles).sort());
  });
});
