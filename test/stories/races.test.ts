import type { DialogSpec } from '../../src/protocol/dialog';
import type { Recorder } from '../fixtures/core/recorder';
import { story } from '../fixtures/core/story';
import type { TestPanel } from '../fixtures/core/world';

const sure: DialogSpec = { kind: 'confirm', title: 'Sure?', message: '' };

const sends = (panel: TestPanel, text: string) => (): void => {
  panel.panel.draft.type(text);
  panel.panel.send('enqueue');
};
const settles =
  (s: Recorder, aborted = false) =>
  (): void => {
    s.runtime.settle({ aborted });
  };
const stops = (panel: TestPanel) => (): Promise<void> => panel.panel.stop();

/** Once what was posted before has come to the host. */
const later = (act: () => void) => (): void => {
  queueMicrotask(act);
};

/** A run on `hello`, as far as its first words. */
async function running(s: Recorder, panel: TestPanel): Promise<void> {
  await s.send(panel, 'hello');
  await s.pi((pi) => {
    pi.start();
  });
}

describe('Simultaneous events:', () => {
  story(
    'of two prompts from two panels, the first takes the thread and the second is queued',
    'race-prompts.txt',
    async (s) => {
      const a = await s.panel('A');
      const b = await s.panel('B');
      await s.atOnce(sends(b, 'from B'), sends(a, 'from A'));
      s.shows(a);
      s.shows(b);
    },
  );

  story('a prompt after the settle starts a new run', 'race-settle-prompt.txt', async (s) => {
    const a = await s.panel('A');
    await running(s, a);
    await s.atOnce(settles(s), sends(a, 'next'));
    s.shows(a);
    await s.pi((pi) => {
      pi.start();
      pi.settle();
    });
    s.shows(a);
  });

  story(
    'a prompt before the settle is queued and runs in the same run',
    'race-prompt-settle.txt',
    async (s) => {
      const a = await s.panel('A');
      await running(s, a);
      await s.atOnce(sends(a, 'next'), later(settles(s)));
      s.shows(a);
      await s.pi((pi) => {
        pi.start();
        pi.settle();
      });
      s.shows(a);
    },
  );

  story('a stop before the settle ends with the run', 'race-stop-settle.txt', async (s) => {
    const a = await s.panel('A');
    await running(s, a);
    await s.send(a, 'later');
    await s.atOnce(() => a.panel.stop(), later(settles(s)));
    s.shows(a);
  });

  story("a stop after the settle doesn't affect the next run", 'race-settle-stop.txt', async (s) => {
    const a = await s.panel('A');
    await running(s, a);
    await s.atOnce(settles(s), stops(a), sends(a, 'next'));
    s.shows(a);
  });

  story(
    'a stop after a prompt returns the prompt to the composer, once',
    'race-prompt-stop.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.atOnce(sends(a, 'hello'), stops(a));
      s.shows(a);
    },
  );

  story('an answer before a stop counts', 'race-answer-stop.txt', async (s) => {
    const a = await s.panel('A');
    const b = await s.panel('B');
    await running(s, a);
    await s.pi((pi) => {
      void pi.host.ask(sure, {});
    });
    s.world.clock.advance(600);
    const id = a.shown.dialogs[0]?.id ?? 'none';
    await s.atOnce(() => a.panel.answering.answer(id, { confirmed: true }), stops(b));
    await s.pi(settles(s, true));
    s.shows(a);
  });

  story(
    'an answer after a stop is refused, and the question is aborted',
    'race-stop-answer.txt',
    async (s) => {
      const a = await s.panel('A');
      const b = await s.panel('B');
      await running(s, a);
      await s.pi((pi) => {
        void pi.host.ask(sure, {});
      });
      s.world.clock.advance(600);
      const id = a.shown.dialogs[0]?.id ?? 'none';
      await s.atOnce(stops(b), () => a.panel.answering.answer(id, { confirmed: true }));
      await s.pi(settles(s, true));
      s.shows(a);
    },
  );

  story(
    'of two answers from two panels, one counts and the other is refused',
    'race-answers.txt',
    async (s) => {
      const a = await s.panel('A');
      const b = await s.panel('B');
      await running(s, a);
      await s.pi((pi) => {
        void pi.host.ask(sure, {});
      });
      s.world.clock.advance(600);
      const id = a.shown.dialogs[0]?.id ?? 'none';
      await s.atOnce(
        () => b.panel.answering.answer(id, { confirmed: false }),
        () => a.panel.answering.answer(id, { confirmed: true }),
      );
      s.shows(a);
      s.shows(b);
    },
  );

  story(
    'a prompt that is sent during a reload of the page is admitted once',
    'race-send-reload.txt',
    async (s) => {
      const a = await s.panel('A');
      s.world.factory.holdBuilds();
      s.loseNext(a, 'reply');
      await s.atOnce(sends(a, 'hello'));
      await s.does(a, 'reloads the panel', () => a.reload());
      s.world.factory.letBuild();
      await s.world.settle();
      s.shows(a);
    },
  );

  story(
    "a stop by a command without an open panel returns the prompt to the thread's draft",
    'race-close-stop.txt',
    async (s) => {
      const a = await s.panel('A');
      await running(s, a);
      await s.send(a, 'later');
      const thread = s.world.registry.peek(a.shown.threadId);
      s.says('the panel is closed, and a command stops the run');
      a.close();
      if (thread !== undefined) void thread.stop(undefined, { panelId: undefined, name: 'a command' });
      await s.world.settle();
      const b = await s.panel('B');
      s.shows(b);
    },
  );
});
