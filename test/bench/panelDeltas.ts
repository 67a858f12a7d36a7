import { ModelServer } from '../model-server/modelServer';
import { spreadOf, type Figure } from './figures';
import { deltaCount, deltaLength } from './hostDeltas';
import { runsOf, type BenchOptions } from './options';
import { ShownPanel, type Work } from './shownPanel';
import { BenchWindow, piHome } from './window';

interface Streamed extends Work {
  readonly longestTask: number;
  /** Milliseconds from the model's last word to the end of the run on the screen. */
  readonly behind: number;
}

const whole = deltaCount * deltaLength;
const once = `stream 1 delta of ${String(whole)}`;
const streams = {
  'full speed': `stream ${String(deltaCount)} deltas of ${String(deltaLength)}`,
  '1,000 a second': `stream ${String(deltaCount)} deltas of ${String(deltaLength)} at 1000 a second`,
};
const kinds = ['mixed', 'paragraph', 'table'] as const;

async function streamed(panel: ShownPanel, server: ModelServer, prompt: string): Promise<Streamed> {
  await panel.newThread();
  let longestTask = 0;
  let behind = 0;
  const work = await panel.work(async () => {
    const prompted = await panel.prompt(prompt);
    longestTask = prompted.longestTask;
    behind = prompted.overAt - (server.endedAt.at(-1) ?? NaN);
  });
  return { ...work, longestTask, behind };
}

/** All that is said of one kind of text at one speed. */
class Runs {
  readonly floors: Streamed[] = [];
  readonly streams: Streamed[] = [];

  figures(what: string): Figure[] {
    const of = (runs: readonly Streamed[], key: keyof Streamed) => spreadOf(runs.map((run) => run[key]));
    const { streams, floors } = this;
    return [
      {
        point: 3,
        what: `panel’s main thread: ${what}`,
        unit: 'ms',
        value: of(streams, 'task'),
        floor: { what: 'the same text at once', value: of(floors, 'task') },
        goal: { of: 'ratio', most: 2 },
      },
      {
        point: 3,
        what: `panel’s longest task (0: none of 50 ms): ${what}`,
        unit: 'ms',
        value: of(streams, 'longestTask'),
      },
      { point: 3, what: `behind the model at the end: ${what}`, unit: 'ms', value: of(streams, 'behind') },
    ];
  }
}

/** What a stream costs the panel in its own process, against drawing its text at once. */
export async function panelDeltas(options: BenchOptions): Promise<Figure[]> {
  const all = new Map<string, Runs>();
  const runsFor = (what: string): Runs => {
    const runs = all.get(what) ?? new Runs();
    all.set(what, runs);
    return runs;
  };
  for (let index = 0; index < runsOf(options, 4); index += 1) {
    const server = await ModelServer.start();
    const window = await BenchWindow.open(options, piHome(server.modelsFile));
    try {
      const panel = await ShownPanel.open(window.page);
      await panel.prompt('say Good morning');
      for (const kind of kinds) {
        // The page has drawn this kind of text before, or the first one would pay for what is compiled once.
        await streamed(panel, server, `stream 100 deltas of 20 as ${kind}`);
        const floor = await streamed(panel, server, `${once} as ${kind}`);
        for (const [speed, words] of Object.entries(streams)) {
          const runs = runsFor(`${kind} text, ${speed}`);
          runs.floors.push(floor);
          runs.streams.push(await streamed(panel, server, `${words} as ${kind}`));
        }
      }
    } finally {
      await window.close();
      await server.close();
    }
    options.say(`panel: run ${String(index + 1)}`);
  }
  return [...all].flatMap(([what, runs]) => runs.figures(what));
}
