import { story } from '../fixtures/core/story';

describe('The story of a prompt', () => {
  story('that an idle thread takes: admitted at once, ended by its own settle', 'prompt.txt', async (s) => {
    const a = await s.panel('A');
    await s.send(a, 'hello');
    s.shows(a);
    await s.pi((pi) => {
      pi.start();
    });
    await s.pi((pi) => {
      pi.say('Good ');
      pi.say('day.');
    });
    s.shows(a);
    await s.pi((pi) => {
      pi.settle();
    });
    s.shows(a);
  });

  story('that two panels follow in step, each with its own composer', 'prompt-two-panels.txt', async (s) => {
    const a = await s.panel('A');
    const b = await s.panel('B');
    await s.types(b, 'half a thought');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
      pi.say('hi');
    });
    s.shows(a);
    s.shows(b);
    await s.pi((pi) => {
      pi.settle();
    });
    s.shows(a);
    s.shows(b);
  });

  story('that finds the thread busy: queued, and run by the same lease', 'prompt-queued.txt', async (s) => {
    const a = await s.panel('A');
    const b = await s.panel('B');
    await s.send(a, 'one');
    await s.pi((pi) => {
      pi.start();
    });
    await s.send(b, 'two');
    s.shows(a);
    await s.pi((pi) => {
      pi.settle();
    });
    await s.pi((pi) => {
      pi.start();
    });
    await s.pi((pi) => {
      pi.settle();
    });
    s.shows(a);
    s.shows(b);
  });

  story('that steers: pi takes it at the end of the turn', 'prompt-steering.txt', async (s) => {
    const a = await s.panel('A');
    await s.send(a, 'one');
    await s.pi((pi) => {
      pi.start();
      pi.say('working');
    });
    await s.send(a, 'use port 4000', 'steer');
    await s.pi((pi) => {
      pi.turnEnds();
    });
    s.shows(a);
    await s.pi((pi) => {
      pi.settle();
    });
    s.shows(a);
  });

  story(
    'that is refused before anything is taken: blank, or an unknown command',
    'prompt-refused.txt',
    async (s) => {
      const a = await s.panel('A');
      s.says('a blank prompt that the panel itself would not send');
      await s.ask(a, {
        type: 'prompt',
        threadId: a.shown.threadId,
        key: 'k',
        text: ' ',
        images: [],
        delivery: 'enqueue',
      });
      s.shows(a);
      await s.send(a, '/nope now');
      s.shows(a);
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
      });
      s.says('the same while a run is on');
      await s.send(a, '/nope now');
      s.shows(a);
    },
  );

  story(
    'that pi rejects after the receipt: said on the feed, and the words come back',
    'prompt-rejected.txt',
    async (s) => {
      const a = await s.panel('A');
      const b = await s.panel('B');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.reject('No model is chosen.', ['choose-model']);
      });
      s.shows(a);
      s.shows(b);
    },
  );

  story(
    'whose turn came and that pi refuses: it keeps its place and waits for a person',
    'prompt-held.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'one');
      await s.pi((pi) => {
        pi.start();
      });
      await s.send(a, 'two');
      await s.pi((pi) => {
        pi.settle();
      });
      await s.pi((pi) => {
        pi.reject('No key.');
      });
      s.shows(a);
    },
  );

  story(
    'that is an extension’s command: released on acceptance, without a settle',
    'prompt-command.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, '/mode fast');
      s.shows(a);
      await s.pi((pi) => {
        pi.handle();
      });
      s.shows(a);
    },
  );

  story(
    'that nobody sent: a run of an extension’s own takes the thread like any other',
    'prompt-nobody.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
        pi.settle();
      });
      await s.pi((pi) => {
        pi.begin();
        pi.say('The build is green again.');
      });
      s.shows(a);
      await s.pi((pi) => {
        pi.settle();
      });
      s.shows(a);
    },
  );
});
