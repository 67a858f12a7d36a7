import { randomUUID } from 'node:crypto';
import type { Draft, HandBack } from '../../protocol/frames';
import type { ThreadId } from '../../protocol/ids';
import type { PromptBody } from '../../protocol/item';
import { savedDrafts } from '../../protocol/savedDrafts';
import { messageOf } from '../base/errors';
import type { DraftStore, Log } from './ports';

export interface PanelDraft {
  draft?: Draft | undefined;
  handBacks: readonly HandBack[];
}
type ThreadDrafts = Map<string, PanelDraft>;

const prefix = 'draft-';
/** The key of what belongs to the thread and to no panel yet. */
const nobody = '';

/**
 * What people typed and did not send, for each thread and panel, and the prompts on their way back to a composer. A
 * hand-back stays here until a panel says that it has it, so neither end can lose it by going away.
 */
export class DraftBox {
  private readonly threads = new Map<ThreadId, Promise<ThreadDrafts>>();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: DraftStore,
    private readonly log: Log,
  ) {}

  /** What a panel finds when it opens the thread. What belonged to no panel becomes this one's. */
  async open(threadId: ThreadId, panelId: string): Promise<PanelDraft> {
    const drafts = await this.load(threadId);
    const own = entry(drafts, panelId);
    const orphans = drafts.get(nobody)?.handBacks ?? [];
    if (orphans.length > 0) {
      own.handBacks = [...own.handBacks, ...orphans];
      drafts.delete(nobody);
      this.write(threadId, drafts);
    }
    return own;
  }

  /** Keeps a panel's draft; `taken` are hand-backs that are in it now. */
  async save(threadId: ThreadId, panelId: string, draft: Draft, taken: readonly string[]): Promise<void> {
    const drafts = await this.load(threadId);
    const own = entry(drafts, panelId);
    if (draft.revision >= (own.draft?.revision ?? 0)) own.draft = draft;
    own.handBacks = own.handBacks.filter((handBack) => !taken.includes(handBack.id));
    this.write(threadId, drafts);
  }

  /** Prompts on their way back to a panel, or to whichever opens the thread next. Resolves once they are kept here. */
  async give(
    threadId: ThreadId,
    panelId: string | undefined,
    prompts: readonly PromptBody[],
    why?: string,
  ): Promise<HandBack> {
    const plain = prompts.map(({ text, images }) => ({ text, images }));
    const handBack: HandBack = { id: randomUUID(), prompts: plain, ...(why === undefined ? {} : { why }) };
    const drafts = await this.load(threadId);
    const own = entry(drafts, panelId ?? nobody);
    own.handBacks = [...own.handBacks, handBack];
    this.write(threadId, drafts);
    return handBack;
  }

  /** A panel was closed for good: what was typed in it, in any thread, goes to the next one that opens that thread. */
  async panelClosed(panelId: string): Promise<void> {
    await Promise.all([...this.threads.keys()].map((threadId) => this.orphan(threadId, panelId)));
  }

  private async orphan(threadId: ThreadId, panelId: string): Promise<void> {
    const drafts = await this.load(threadId);
    const own = drafts.get(panelId);
    if (own === undefined) return;
    const { draft } = own;
    const typed = draft !== undefined && (draft.text.trim() !== '' || draft.images.length > 0);
    const left = typed ? [{ id: randomUUID(), prompts: [{ text: draft.text, images: draft.images }] }] : [];
    const orphans = entry(drafts, nobody);
    orphans.handBacks = [...orphans.handBacks, ...own.handBacks, ...left];
    drafts.delete(panelId);
    this.write(threadId, drafts);
  }

  /** Threads in which something is typed and not sent, with its first words. */
  async unsent(): Promise<readonly { readonly threadId: ThreadId; readonly words: string }[]> {
    await this.writing;
    const ids = (await this.store.keys()).flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    );
    const found = await Promise.all(
      ids.map(async (threadId) => {
        const bodies = [...(await this.load(threadId)).values()].flatMap(({ draft, handBacks }) => [
          ...(draft === undefined ? [] : [draft]),
          ...handBacks.flatMap(({ prompts }) => prompts),
        ]);
        return { threadId, words: bodies.map(({ text }) => text.trim()).find((text) => text !== '') ?? '' };
      }),
    );
    return found.filter(({ words }) => words !== '');
  }

  /** Resolves when all that was said so far is written. */
  async flush(): Promise<void> {
    await Promise.all(this.threads.values());
    await this.writing;
  }

  private load(threadId: ThreadId): Promise<ThreadDrafts> {
    let drafts = this.threads.get(threadId);
    if (drafts === undefined) {
      drafts = this.read(threadId);
      this.threads.set(threadId, drafts);
    }
    return drafts;
  }

  private async read(threadId: ThreadId): Promise<ThreadDrafts> {
    try {
      const stored = await this.store.load(`${prefix}${threadId}`);
      const read = stored === undefined ? undefined : savedDrafts.safeParse(stored);
      if (read?.success !== false) return new Map(Object.entries(read?.data ?? {}));
      // What doesn't fit may be a person's words: the log is told how much it is and no more.
      this.log.error(`the saved draft of thread ${threadId} has ${String(read.error.issues.length)} faults`);
      return new Map();
    } catch (error) {
      this.log.error(`the saved draft of thread ${threadId} could not be read: ${messageOf(error)}`);
      return new Map();
    }
  }

  private write(threadId: ThreadId, drafts: ThreadDrafts): void {
    const empty = [...drafts.values()].every(
      ({ draft, handBacks }) =>
        handBacks.length === 0 &&
        (draft === undefined || draft.text === '') &&
        (draft?.images.length ?? 0) === 0,
    );
    const value = empty ? undefined : Object.fromEntries(structuredClone(drafts));
    this.writing = this.writing
      .then(() => this.store.save(`${prefix}${threadId}`, value))
      .catch((error: unknown) => {
        this.log.error(`the draft of thread ${threadId} could not be saved: ${messageOf(error)}`);
      });
  }
}

function entry(drafts: ThreadDrafts, key: string): PanelDraft {
  const found = drafts.get(key) ?? { handBacks: [] };
  drafts.set(key, found);
  return found;
}
