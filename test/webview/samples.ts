import type { DialogRequest } from '../../src/protocol/dialog';
import type { Item } from '../../src/protocol/item';
import type { ScriptedHost } from './scriptedHost';

const diff = `--- a/followFeed.ts
+++ b/followFeed.ts
@@ -41,2 +41,3 @@
 const snapshot = this.state;
-follower.post(snapshot);
+const seq = this.seq;
+follower.post({ seq, snapshot });
`;

export const question: DialogRequest = {
  kind: 'select',
  id: 'd1',
  title: 'Run this command?\n\ngit push --force origin main',
  askedBy: 'permission gate',
  options: ['Allow once', 'Allow for this thread', 'Deny, and say why…'],
};

const items: Item[] = [
  {
    kind: 'user',
    id: 'u1',
    text: 'The follow test fails one time in ten. Find out why and fix it.',
    images: [],
    state: 'said',
  },
  { kind: 'thinking', id: 'th1', text: 'Let me look.', open: false },
  {
    kind: 'text',
    id: 't1',
    text: "The test races the **snapshot** against the first `observation`. I'll look at how the [feed](src/core/followFeed.ts) numbers them.",
    open: false,
  },
  {
    kind: 'tool',
    id: 'x1',
    name: 'read',
    subject: 'src/core/followFeed.ts',
    input: '{}',
    text: 'x',
    state: 'done',
    durationMs: 100,
  },
  {
    kind: 'tool',
    id: 'x2',
    name: 'bash',
    subject: 'npm run test:unit',
    input: '{"command": "npm run test:unit"}',
    text: '1 failing',
    state: 'failed',
    exitCode: 1,
    durationMs: 4200,
  },
  {
    kind: 'tool',
    id: 'x3',
    name: 'edit',
    subject: 'followFeed.ts',
    input: '{}',
    text: '',
    state: 'done',
    path: 'followFeed.ts',
    diff,
    durationMs: 30,
  },
  { kind: 'dialog', id: 'd1', request: question },
  {
    kind: 'dialog',
    id: 'd0',
    request: { kind: 'select', id: 'd0', title: 'Which branch?', options: ['main', 'next'] },
    ending: { outcome: 'answered', answer: { value: 'main' }, from: 'quick-pick' },
  },
];

/** A thread in the middle of things: a question is open and two prompts wait. */
export function conversation(host: ScriptedHost): void {
  host.state.items = [...items];
  host.state.dialogs = [question];
  host.state.run = { generation: 1, startedAt: Date.now() - 12_000 };
  host.state.activity = { kind: 'tool', name: 'bash', subject: 'git push', since: Date.now() };
  host.state.queue = [
    { messageId: 'q1', delivery: 'enqueue', text: 'then update the changelog', images: [] },
    { messageId: 'q2', delivery: 'steer', text: 'use port 4000 for the server', images: [] },
  ];
  host.status = { live: true, busy: true, generation: 1 };
}
