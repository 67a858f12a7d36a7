import { story } from '../fixtures/core/story';

describe('Prompts:', () => {
  story(
    'a prompt to an idle thread is admitted at once, and its run ends with its own settle',
    'prompt.txt',
    async (s) => {
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
    },
  );

  story('two panels show the same run, each with its own composer', 'prompt-two-panels.txt', async (s) => {
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

  story('a prompt to a busy thread is queued and runs in the same run', 'prompt-queued.txt', async (s) => {
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

  story('pi takes a steering prompt at the end of the turn', 'prompt-steering.txt', async (s) => {
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
    'a blank prompt or an unknown command is refused before it takes the thread',
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
    'a prompt that pi rejects after the receipt is reported on the feed and comes back',
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
    'a queued prompt that pi refuses keeps its place and waits for the user',
    'prompt-refused-at-turn.txt',
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
    "an extension's command releases the thread when it is accepted, without a settle",
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

  story('a run that an extension starts takes the thread', 'prompt-extension.txt', async (s) => {
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
  });
});
