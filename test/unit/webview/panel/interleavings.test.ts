import assert from 'node:assert/strict';
import { World, type TestPanel } from '../../../fixtures/core/world';

/** Faults of the panel that random interleavings have found, each as the story to which it shrank. */
describe('Found by random interleavings, in a panel:', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  /** The page is loaded anew, and the host has not heard the last words of the old one. */
  const reloadUnheard = async (): Promise<void> => {
    panel.follower.receive = () => undefined;
    await world.settle();
    Reflect.deleteProperty(panel.follower, 'receive');
    await panel.reload();
    await world.settle();
  };

  it("a draft that wasn't sent before a reload is sent after it", async () => {
    const { threadId } = panel.shown;
    panel.panel.draft.type('half a thought');
    await reloadUnheard();
    world.clock.advance(400);
    await world.settle();
    assert.match(JSON.stringify(world.files.files.get(`draft-${threadId}`)), /half a thought/);
  });

  it('a reply to the page before a reload settles no request of the new page', async () => {
    world.factory.holdBuilds();
    await panel.send('/nope');
    world.clock.advance(1);
    await panel.reload();
    await panel.send('hello');
    world.factory.letBuild();
    await world.settle();
    assert.equal(panel.panel.draft.text, '/nope');
    assert.deepEqual(panel.panel.outbox.entries, []);
  });

  it('a command that is refused after a reload comes back to the new page', async () => {
    world.factory.holdBuilds();
    await panel.send('/nope');
    await panel.reload();
    world.factory.letBuild();
    await world.settle();
    assert.equal(panel.panel.draft.text, '/nope');
  });

  it('an image that is attached before the thread comes stays, even without text', async () => {
    const image = { mimeType: 'image/png', data: 'AAAA' };
    panel.panel.follow(world.registry.create().id);
    panel.panel.draft.attach([image]);
    await world.settle();
    assert.deepEqual(panel.panel.draft.images, [image]);
  });

  it('text that is typed before a thread comes stays when the thread is requested again', async () => {
    const { id } = world.registry.create();
    panel.panel.follow(id);
    panel.panel.draft.type('half a thought');
    panel.panel.follow(id);
    await world.settle();
    assert.equal(panel.panel.draft.text, 'half a thought');
  });

  it("text that is typed before a thread comes goes after the thread's draft, even over a reload", async () => {
    const { threadId } = panel.shown;
    panel.panel.draft.type('first');
    panel.panel.ask({ type: 'new-thread' });
    await world.settle();
    panel.panel.follow(threadId);
    panel.panel.draft.type('second');
    await panel.reload();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'first\n\nsecond');
  });

  it('a thread that is requested right after a new one is the one that is shown', async () => {
    const { threadId } = panel.shown;
    panel.panel.ask({ type: 'new-thread' });
    panel.panel.follow(threadId);
    await world.settle();
    assert.equal(panel.shown.threadId, threadId);
    assert.equal(panel.follower.threadId, threadId);
  });

  it('a draft is unchanged when its thread is left and requested again at once', async () => {
    const { threadId } = panel.shown;
    panel.panel.draft.type('half a thought');
    const other = world.registry.create().id;
    panel.panel.follow(other);
    panel.panel.follow(threadId);
    await world.settle();
    assert.equal(panel.panel.draft.text, 'half a thought');
  });

  it('a thread that was unloaded and read again shows no earlier run', async () => {
    const { threadId } = panel.shown;
    world.factory.fails = new Error('The session file is broken.');
    panel.visible = false;
    panel.panel.draft.type('hello');
    panel.panel.send('enqueue');
    panel.panel.ask({ type: 'new-thread' });
    await world.settle();
    panel.visible = true;
    panel.panel.pageShown();
    await world.settle();
    assert.equal(panel.shown.threadId, threadId);
    assert.equal(panel.panel.busy, false);
  });

  it("a draft of another thread is sent after a reload if the host hadn't received it", async () => {
    const { threadId } = panel.shown;
    panel.panel.draft.type('half a thought');
    panel.panel.follow(world.registry.create().id);
    await reloadUnheard();
    assert.match(JSON.stringify(world.files.files.get(`draft-${threadId}`)), /half a thought/);
  });

  it('an image that is attached before a thread comes back stays when the thread is requested', async () => {
    const image = { mimeType: 'image/png', data: 'AAAA' };
    const { threadId } = panel.shown;
    const reloading = panel.reload();
    panel.panel.draft.attach([image]);
    panel.panel.follow(threadId);
    await reloading;
    await world.settle();
    assert.deepEqual(panel.panel.draft.images, [image]);
  });

  it('a message that was withdrawn while the page was hidden is no older page of the transcript', async () => {
    await panel.send('hello');
    await world.settle();
    void world.runtime.host.ask({ kind: 'input', title: 'Name?' }, {});
    await world.settle();
    panel.pipe = () => undefined;
    world.runtime.reject('No model is chosen.');
    await world.settle();
    panel.pipe = (_frame, deliver) => {
      deliver();
    };
    await panel.follower.follow(panel.shown.threadId);
    await world.settle();
    assert.deepEqual(panel.transcript, ['question: Name?', 'notice: No model is chosen.']);
  });

  it('a receipt that is repeated after a reload opens no run that has ended', async () => {
    const { threadId } = panel.shown;
    world.factory.fails = new Error('The session file is broken.');
    panel.pipe = () => undefined;
    panel.panel.ask({ type: 'new-thread' });
    panel.panel.draft.type('hello');
    panel.panel.send('enqueue');
    await world.settle();
    panel.pipe = (_frame, deliver) => {
      deliver();
    };
    world.clock.advance(1);
    await panel.reload();
    await world.settle();
    assert.equal(panel.shown.threadId, threadId);
    assert.equal(panel.panel.busy, false);
  });
});
