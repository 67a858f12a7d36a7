import type { PanelRequest } from '../../src/protocol/requests';
import { story } from '../fixtures/core/story';
import type { TestPanel } from '../fixtures/core/world';

const idOf = (panel: TestPanel, text: string): string =>
  panel.shown.queue.find((item) => item.text === text)?.messageId ?? 'none';

describe('Queues:', () => {
  story('another panel changes the queue during the run', 'queue-changed.txt', async (s) => {
    const a = await s.panel('A');
    const b = await s.panel('B');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
    });
    for (const text of ['one', 'two', 'three']) await s.send(a, text);
    const { threadId } = a.shown;
    const changes: readonly ((id: (text: string) => string) => PanelRequest)[] = [
      (id) => ({ type: 'edit-queued', threadId, messageId: id('one'), text: 'one, better' }),
      (id) => ({ type: 'move-queued', threadId, messageId: id('three'), by: -1 }),
      (id) => ({ type: 'remove-queued', threadId, messageId: id('two') }),
      (id) => ({ type: 'send-queued-now', threadId, messageId: id('three') }),
    ];
    for (const change of changes)
      await s.ask(
        b,
        change((text) => idOf(b, text)),
      );
    s.shows(a);
    const messageId = idOf(b, 'three');
    await s.pi((pi) => {
      pi.turnEnds();
    });
    s.says('the change comes after the prompt was given away');
    await s.ask(b, { type: 'edit-queued', threadId, messageId, text: 'too late' });
    s.shows(a);
  });

  story(
    'a queue pauses after a failed run and continues when the user resumes it',
    'queue-paused.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
      });
      await s.send(a, 'one');
      await s.pi((pi) => {
        pi.settle({ failed: true });
      });
      s.shows(a);
      await s.ask(a, { type: 'resume-queue', threadId: a.shown.threadId });
      s.shows(a);
    },
  );

  story(
    'a prompt during a compaction is queued in view and delivered once',
    'queue-compaction.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
        pi.settle();
      });
      await s.pi((pi) => {
        pi.compacting = true;
        pi.host.observe({ type: 'activity', activity: { kind: 'compacting' } });
      });
      await s.send(a, 'next');
      s.shows(a);
      await s.pi((pi) => {
        pi.compacting = false;
        pi.host.observe({ type: 'activity', activity: undefined });
      });
      s.shows(a);
    },
  );
});

describe('Threads:', () => {
  story(
    'pi is unloaded from an idle thread and loaded again by the next prompt',
    'thread-idle.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
        pi.settle();
      });
      await s.passes(s.world.idleMs);
      s.shows(a);
      await s.send(a, 'and again');
    },
  );

  story('a stored thread is read from its file without running anything', 'thread-cold.txt', async (s) => {
    s.world.store.threads.set('old', {
      items: [{ kind: 'user', id: 'e1', text: 'long ago', images: [], state: 'delivered' }],
      session: { title: 'Old times' },
    });
    const a = await s.panel('A');
    await s.does(a, 'chooses an old thread', () => {
      a.panel.follow('old');
    });
    s.shows(a);
  });

  story('two threads run at once without affecting each other', 'thread-two.txt', async (s) => {
    const a = await s.panel('A');
    const b = await s.panel('B');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
    });
    await s.does(b, 'begins a new thread', () => {
      b.panel.ask({ type: 'new-thread' });
    });
    await s.send(b, 'there');
    await s.pi((pi) => {
      pi.start();
      pi.say('for B');
    });
    await s.stops(a);
    s.shows(a);
    s.shows(b);
  });

  story(
    'a run continues when all panels are closed, and the next panel shows it',
    'thread-unseen.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
      });
      await s.does(a, 'closes the panel', () => {
        a.close();
      });
      await s.pi((pi) => {
        pi.say('still here');
        pi.settle();
      });
      const b = await s.panel('B');
      s.shows(b);
    },
  );
});
