import { story } from '../fixtures/core/story';

describe('Following a thread:', () => {
  story('a panel that misses a frame detects the gap and gets the tail', 'follow-gap.txt', async (s) => {
    const a = await s.panel('A');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
    });
    s.loseNext(a, 'observations');
    await s.pi((pi) => {
      pi.say('lost ');
    });
    await s.pi((pi) => {
      pi.say('and found');
    });
    s.shows(a);
    await s.pi((pi) => {
      pi.settle();
    });
    s.shows(a);
  });

  story('a hidden panel gets no posts and catches up when it is shown', 'follow-hidden.txt', async (s) => {
    const a = await s.panel('A');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
      pi.say('seen ');
    });
    await s.does(a, 'looks elsewhere: the panel is hidden', () => a.hide());
    await s.pi((pi) => {
      pi.say('unseen');
      pi.settle();
    });
    await s.does(a, 'shows the panel again', () => a.show());
    s.shows(a);
  });

  story(
    'a page that reloads in the middle of a text has no gap and no duplicate',
    'follow-reload.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
        pi.say('before ');
      });
      await s.does(a, 'reloads the panel', async () => {
        const reloaded = a.reload();
        s.runtime.say('during ');
        await reloaded;
      });
      await s.pi((pi) => {
        pi.say('after');
      });
      await s.pi((pi) => {
        pi.settle();
      });
      s.shows(a);
    },
  );
});
