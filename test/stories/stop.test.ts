import { story } from '../fixtures/core/story';

describe('Stopping a run:', () => {
  story(
    'a stop clears the queue, aborts pi, and returns the prompts to its sender, steering first',
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

  story('a stop while pi is loading prevents the request to the model', 'stop-loading.txt', async (s) => {
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

  story('a second stop neither aborts again nor returns anything', 'stop-twice.txt', async (s) => {
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

  story('a prompt right after a stop waits for pi and starts the next run', 'stop-next.txt', async (s) => {
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
  });

  story(
    'a stop before pi accepts the prompt returns it when pi rejects it',
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

  story("a stop aborts a command's question and ends with the command", 'stop-command.txt', async (s) => {
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
  });

  story("a run that doesn't end is abandoned, and its runtime is ignored", 'stop-anyway.txt', async (s) => {
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
  });
});
