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
  askedBy: 'Enso',
  callId: 'call-4',
  options: ['Allow Once', 'Allow in This Thread', 'Deny with Reason…'],
  decisions: ['allow-once', 'allow-in-thread', 'deny-with-reason'],
};

const items: Item[] = [
  {
    kind: 'user',
    id: 'u1',
    text: 'The follow test fails one time in ten. Find out why and fix it.',
    images: [],
    state: 'delivered',
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
    questions: [
      {
        dialogId: 'd2',
        approval: true,
        decision: 'allow-once',
        ending: { outcome: 'answered', answer: { value: 'Allow Once' }, from: 'quick-pick' },
      },
    ],
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
  {
    kind: 'dialog',
    id: 'd0',
    request: { kind: 'select', id: 'd0', title: 'Which branch?', options: ['main', 'next'] },
    ending: { outcome: 'answered', answer: { value: 'main' }, from: 'quick-pick' },
  },
  {
    kind: 'tool',
    id: 'x4',
    name: 'bash',
    callId: 'call-4',
    questions: [{ dialogId: 'd1', approval: true }],
    subject: 'git push --force origin main',
    input: '{}',
    text: '',
    state: 'waiting',
  },
  { kind: 'dialog', id: 'd1', request: question, toolItemId: 'x4' },
];

/** A thread in the middle of things: a question is open and two prompts wait. */
export function conversation(host: ScriptedHost): void {
  host.state.items = [...items];
  host.state.dialogs = [question];
  host.state.run = { generation: 1, startedAt: Date.now() - 12_000 };
  host.state.activity = { kind: 'tool', name: 'bash', subject: 'git push', since: Date.now() };
  host.state.queue = [
    { messageId: 'q1', delivery: 'steer', text: 'use port 4000 for the server', images: [] },
    { messageId: 'q2', delivery: 'enqueue', text: 'then update the changelog', images: [] },
    {
      messageId: 'q3',
      delivery: 'enqueue',
      text: 'and tell me when it is done',
      images: [{ mimeType: 'image/png', data: 'iVBORw0KGgo=' }],
    },
  ];
  host.status = { live: true, busy: true, generation: 1 };
}

const code = `Here is the **plan**, with a [file](src/a.ts) and https://example.com:

1. Read
2. Change
   - carefully

> A quote, then a table.

| Part | Cost |
|------|-----:|
| \`a\` | $5 |

\`\`\`ts
// Numbers of the feed start at 1.
const seq: number = feed.next('x') + 1;
\`\`\`
`;

const ended = (id: string, title: string, outcome: 'cancelled' | 'timed-out' | 'aborted'): Item => ({
  kind: 'dialog',
  id,
  request: { kind: 'confirm', id, title, message: '' },
  ending: { outcome },
});

/** One of everything that a transcript and what surrounds it can hold. */
export function everything(host: ScriptedHost): void {
  const { state } = host;
  const ask: DialogRequest = {
    kind: 'input',
    id: 'ask',
    title: 'Which port?',
    placeholder: '4000',
    askedBy: 'server.ts',
    expiresAt: Date.now() + 60_000,
  };
  state.items = [
    { kind: 'user', id: 'u1', text: '/plan', images: [], state: 'command' },
    { kind: 'user', id: 'u2', text: 'Not yet with pi', images: [], state: 'pending' },
    { kind: 'text', id: 't1', text: code, open: false },
    { kind: 'thinking', id: 'th', text: 'Hm.', open: true },
    {
      kind: 'tool',
      id: 'x1',
      name: 'bash',
      subject: 'sleep 60',
      input: '{}',
      text: '',
      state: 'running',
      startedAt: Date.now(),
    },
    { kind: 'tool', id: 'x2', name: 'mcp_search', subject: 'seq', input: '{}', text: '', state: 'aborted' },
    {
      kind: 'notice',
      id: 'n1',
      level: 'error',
      text: 'The provider answered 401.',
      detail: 'x',
      next: ['set-key', 'retry'],
    },
    {
      kind: 'notice',
      id: 'n2',
      level: 'warning',
      text: 'The conversation is long.',
      source: 'compaction',
      next: ['compact'],
    },
    { kind: 'notice', id: 'n3', level: 'info', text: 'Compacted.' },
    ended('e1', 'Delete it?', 'cancelled'),
    ended('e2', 'Push it?', 'timed-out'),
    ended('e3', 'Run it?', 'aborted'),
    { kind: 'dialog', id: 'ask', request: ask },
  ];
  state.dialogs = [ask];
  state.queuePaused = true;
  state.queue = [
    { messageId: 'q1', delivery: 'enqueue', text: 'wait', images: [], error: 'No API key is set.' },
  ];
  state.run = { generation: 1, startedAt: Date.now() };
  state.stopping = { generation: 1, by: 'Chat', waitingFor: 'slow-hook.ts' };
  state.statuses = { plan: 'plan mode', tests: '3 of 5 done' };
  state.widgets = { todo: { lines: ['[x] read', '[ ] change'], placement: 'above' } };
  host.status = { live: true, busy: true, generation: 1 };
}
