import type { DialogSpec } from '../../src/protocol/dialog';
import { story } from '../fixtures/core/story';

const which: DialogSpec = { kind: 'select', title: 'Which?', options: ['red', 'blue'] };
const sure: DialogSpec = { kind: 'confirm', title: 'Sure?', message: 'It will be gone.' };

describe('Questions:', () => {
  story('the first answer settles a question in both panels', 'dialog.txt', async (s) => {
    const a = await s.panel('A');
    const b = await s.panel('B');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
    });
    await s.pi((pi) => {
      void pi.host.ask(which, {});
    });
    s.shows(a);
    s.shows(b);
    await s.answers(b, { value: 'blue' });
    s.shows(a);
    s.shows(b);
    await s.pi((pi) => {
      pi.settle();
    });
  });

  story(
    'a question with a refused answer stays open and is then answered',
    'dialog-refused.txt',
    async (s) => {
      const a = await s.panel('A');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
        void pi.host.ask(which, {});
      });
      const threadId = a.shown.threadId;
      const dialogId = a.shown.dialogs[0]?.id ?? 'none';
      s.says('an answer that the panel itself would not send');
      await s.ask(a, { type: 'answer', threadId, dialogId, answer: { value: 'green' } });
      s.shows(a);
      await s.answers(a, { value: 'red' });
      s.says('a second answer comes too late');
      await s.ask(a, { type: 'answer', threadId, dialogId, answer: { value: 'blue' } });
      s.shows(a);
    },
  );

  story(
    'a stop aborts pi, then settles the question, and shows no new one',
    'dialog-stopped.txt',
    async (s) => {
      const a = await s.panel('A');
      const b = await s.panel('B');
      await s.send(a, 'hello');
      await s.pi((pi) => {
        pi.start();
        void pi.host.ask(sure, {});
      });
      await s.stops(a);
      await s.pi((pi) => {
        void pi.host.ask(which, {});
      });
      s.shows(b);
      await s.pi((pi) => {
        pi.settle({ aborted: true });
      });
      s.shows(a);
    },
  );

  story('a question that times out settles in every panel', 'dialog-timeout.txt', async (s) => {
    const a = await s.panel('A');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
      void pi.host.ask(sure, { timeout: 5000 });
    });
    s.shows(a);
    await s.passes(5000);
    s.shows(a);
  });

  story('a panel that opens later gets an open question in its snapshot', 'dialog-late.txt', async (s) => {
    const a = await s.panel('A');
    await s.send(a, 'hello');
    await s.pi((pi) => {
      pi.start();
      void pi.host.ask(sure, {});
    });
    const b = await s.panel('B');
    s.shows(b);
    await s.answers(b, { confirmed: true });
    s.shows(a);
    s.shows(b);
  });

  story('a question in an idle thread takes the thread until it is settled', 'dialog-idle.txt', async (s) => {
    const a = await s.panel('A');
    await s.send(a, '/mode');
    await s.pi((pi) => {
      void pi.host.ask(which, {});
      pi.handle();
    });
    s.shows(a);
    await s.does(a, 'cancels the question', async () => {
      s.world.clock.advance(600);
      await a.panel.answering.cancel(a.shown.dialogs[0]?.id ?? 'none');
    });
    s.shows(a);
  });
});
