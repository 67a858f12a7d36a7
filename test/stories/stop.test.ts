import { story } from '../fixtures/core/story';

describe('The story of a stop', () => {
  story(
    'with a queue: cleared, told, and handed back to whoever stopped, steering first',
    'stop.txt',
    async (s) => {
      const a = await s.panel('A');
      const b = await s.panel('B');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
        pi.say('Well');
      });
      await s.send(a, 'later');
      await s.send(b, 'now', 'steer');
      await s.types(a, 'half a thought');
      s.shows(b);
      await s.stops(a);
      s.shows(a);
      await s.pi((pi) => {
        pi.settle({ aborted: true });
      });
      s.shows(a);
      s.shows(b);
    },
  );

  story('while pi is being loaded: the model is never called', 'stop-loading.txt', async (s) => {
    s.world.factory.holdBuilds();
    const a = await s.panel('A');
    await s.send(a, 'hello');
    await s.stops(a);
    s.shows(a);
    s.says('pi has loaded');
    s.world.factory.letBuild();
    await s.world.settle();
    s.shows(a);
  });

  story('that comes twice: pi is told once and nothing is handed back twice', 'stop-twice.txt', async (s) => {
    const a = await s.panel('A');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
    });
    await s.send(a, 'later');
    await s.stops(a);
    await s.stops(a);
    s.shows(a);
    await s.pi((pi) => {
      pi.settle({ aborted: true });
    });
    s.says('and once more, with nothing left to stop');
    await s.stops(a);
    s.shows(a);
  });

  story(
    'with the next prompt right behind it: that one waits for pi and runs as the next run',
    'stop-next.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
      });
      await s.stops(a);
      await s.send(a, 'and now the tests');
      s.shows(a);
      await s.pi((pi) => {
        pi.settle({ aborted: true });
      });
      await s.pi((pi) => {
        pi.start();
      });
      await s.pi((pi) => {
        pi.settle();
      });
      s.shows(a);
    },
  );

  story(
    'before pi took the prompt: the words come back once pi lets go of them',
    'stop-admission.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.stops(a);
      s.shows(a);
      await s.pi((pi) => {
        pi.handle();
      });
      s.shows(a);
    },
  );

  story(
    'of a command that asks: its question is aborted, and the stop is over with the command',
    'stop-command.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, '/mode');
      await s.pi((pi) => {
        void pi.host.ask({ kind: 'input', title: 'Which mode?' }, {});
      });
      await s.stops(a);
      s.shows(a);
      await s.pi((pi) => {
        pi.handle();
      });
      s.shows(a);
    },
  );

  story(
    'that does not end: the run is let go and the old runtime is heard no more',
    'stop-anyway.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
      });
      await s.stops(a);
      s.shows(a);
      await s.does(a, 'stops anyway', () => {
        a.panel.stopAnyway();
      });
      s.shows(a);
      await s.pi((pi) => {
        pi.say('a ghost');
      });
      s.shows(a);
      await s.send(a, 'next');
    },
  );
});
