import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Draft, HandBack } from '../../../protocol/frames';
import type { PromptKey, ThreadId } from '../../../protocol/ids';
import type { PromptBody } from '../../../protocol/item';
import { savedDraft } from './savedDrafts';
import { messageOf } from '../../base/errors';
import type { DraftStore } from '../ports/stores';
import type { Log } from '../../base/log';

export interface PanelDraft {
  draft?: Draft | undefined;
  handBacks: readonly HandBack[];
  /** The latest prompts of this panel that any host has admitted. */
  sent?: readonly PromptKey[];
  /** The PID of the host that owns these prompts while the host runs. */
  host?: number;
}
type ThreadDrafts = Map<string, PanelDraft>;

const prefix = 'draft-';
/** The key of drafts that belong to the thread and to no panel yet. */
const unowned = '';
/** The prefix, before the host's PID, of the key of prompts that a host has admitted and not delivered. */
const hostPrefix = ' admitted ';
const ownHostKey = `${hostPrefix}${String(process.pid)}`;
const closedReason = (): string => l10n.t('This message was waiting when VS Code closed.');
/** A restored page may not know that its latest prompts were admitted. */
const maxAdmittedKeys = 50;

/**
 * The unsent drafts of each thread and panel, and the prompts on their way back to a composer. A hand-back stays here
 * until a panel has confirmed it, so it survives the end of the panel and of the host.
 */
export class DraftRepository {
  private readonly threads = new Map<ThreadId, Promise<ThreadDrafts>>();
  private writing: Promise<void> = Promise.resolve();
  /** The keys that this host has changed, by thread. Another window of the folder may write the others. */
  private readonly changed = new Map<ThreadId, Set<string>>();
  private readonly unwritten = new Set<ThreadId>();

  constructor(
    private readonly store: DraftStore,
    private readonly log: Log,
    private readonly lives: (pid: number) => boolean = processLives,
  ) {}

  /** Returns a panel's draft of a thread. Drafts that belong to no panel become this panel's. */
  async open(threadId: ThreadId, panelId: string): Promise<PanelDraft> {
    const drafts = await this.load(threadId);
    const own = entry(drafts, panelId);
    const orphans = drafts.get(unowned)?.handBacks ?? [];
    if (orphans.length > 0) {
      own.handBacks = [...own.handBacks, ...orphans];
      drafts.delete(unowned);
      this.write(threadId, drafts, panelId, unowned);
    }
    return own;
  }

  /** Saves a panel's draft. `taken`: the hand-backs that the draft includes now. */
  async save(threadId: ThreadId, panelId: string, draft: Draft, taken: readonly string[]): Promise<void> {
    const drafts = await this.load(threadId);
    const own = entry(drafts, panelId);
    if (draft.revision >= (own.draft?.revision ?? 0)) own.draft = draft;
    own.handBacks = own.handBacks.filter((handBack) => !taken.includes(handBack.id));
    this.write(threadId, drafts, panelId);
  }

  /** Saves that a prompt of the panel was admitted, because a restored page may not know that. */
  async sent(threadId: ThreadId, panelId: string, key: PromptKey): Promise<void> {
    const drafts = await this.load(threadId);
    const own = entry(drafts, panelId);
    own.sent = [...(own.sent ?? []), key].slice(-maxAdmittedKeys);
    this.write(threadId, drafts, panelId);
  }

  /** Saves the prompts that this host has admitted and not delivered, in case the host is killed. */
  async saveUndelivered(threadId: ThreadId, prompts: readonly PromptBody[]): Promise<void> {
    const drafts = await this.load(threadId);
    if (prompts.length === 0 && !drafts.has(ownHostKey)) return;
    drafts.delete(ownHostKey);
    if (prompts.length > 0)
      drafts.set(ownHostKey, { handBacks: [handBackOf(prompts, closedReason())], host: process.pid });
    this.write(threadId, drafts, ownHostKey);
  }

  /** Returns prompts to a panel, or to the next panel that opens the thread. Resolves when the prompts are saved. */
  async handBack(
    threadId: ThreadId,
    panelId: string | undefined,
    prompts: readonly PromptBody[],
    why?: string,
  ): Promise<HandBack> {
    const handBack = handBackOf(prompts, why);
    const drafts = await this.load(threadId);
    const own = entry(drafts, panelId ?? unowned);
    own.handBacks = [...own.handBacks, handBack];
    this.write(threadId, drafts, panelId ?? unowned);
    return handBack;
  }

  /** Releases the drafts of a closed panel. The next panel that opens a thread gets that thread's draft. */
  async panelClosed(panelId: string): Promise<void> {
    await Promise.all([...this.threads.keys()].map((threadId) => this.orphan(threadId, panelId)));
  }

  private async orphan(threadId: ThreadId, panelId: string): Promise<void> {
    const drafts = await this.load(threadId);
    const own = drafts.get(panelId);
    if (own === undefined) return;
    const { draft } = own;
    const typed = draft !== undefined && (draft.text.trim() !== '' || draft.images.length > 0);
    const left = typed ? [handBackOf([draft], undefined)] : [];
    const orphans = entry(drafts, unowned);
    orphans.handBacks = [...orphans.handBacks, ...own.handBacks, ...left];
    drafts.delete(panelId);
    this.write(threadId, drafts, panelId, unowned);
  }

  /** Returns the threads with unsent text, each with the text's beginning. */
  async unsent(): Promise<readonly { readonly threadId: ThreadId; readonly text: string }[]> {
    await this.writing;
    const ids = (await this.store.keys()).flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    );
    const found = await Promise.all(
      ids.map(async (threadId) => {
        const drafts = [...(await this.load(threadId))].filter(([key]) => !key.startsWith(hostPrefix));
        const bodies = drafts.flatMap(([, { draft, handBacks }]) => [
          ...(draft === undefined ? [] : [draft]),
          ...handBacks.flatMap(({ prompts }) => prompts),
        ]);
        return { threadId, text: bodies.map(({ text }) => text.trim()).find((text) => text !== '') ?? '' };
      }),
    );
    return found.filter(({ text }) => text !== '');
  }

  /** Resolves when all earlier changes are written. */
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
    const drafts = await this.stored(threadId);
    // Prompts of a host that was killed go to the next panel. The host of another window may still be running.
    for (const [key, { host, handBacks }] of [...drafts]) {
      if (host === undefined || (host !== process.pid && this.lives(host))) continue;
      drafts.delete(key);
      const orphans = entry(drafts, unowned);
      orphans.handBacks = [...orphans.handBacks, ...handBacks];
      this.change(threadId, key, unowned);
    }
    return drafts;
  }

  private async stored(threadId: ThreadId): Promise<ThreadDrafts> {
    const drafts: ThreadDrafts = new Map();
    try {
      const stored = (await this.store.load(`${prefix}${threadId}`)) ?? {};
      let faults = 0;
      for (const [key, value] of Object.entries(stored)) {
        const read = savedDraft.safeParse(value);
        if (read.success) drafts.set(key, read.data);
        else faults += read.error.issues.length;
      }
      // Invalid values may contain the user's text, so the log has only their number.
      if (faults > 0) this.log.error(`thread ${threadId}: saved draft has ${String(faults)} faults`);
    } catch (error) {
      this.log.error(`thread ${threadId}: reading the draft failed: ${messageOf(error)}`);
    }
    return drafts;
  }

  private change(threadId: ThreadId, ...keys: readonly string[]): Set<string> {
    const changed = this.changed.get(threadId) ?? new Set();
    this.changed.set(threadId, changed);
    for (const key of keys) changed.add(key);
    return changed;
  }

  /** Keeps an empty composer with its revision, because a restored page may have an older draft. */
  private write(threadId: ThreadId, drafts: ThreadDrafts, ...keys: readonly string[]): void {
    const changed = this.change(threadId, ...keys);
    if (this.unwritten.has(threadId)) return;
    this.unwritten.add(threadId);
    this.writing = this.writing
      .then(async () => {
        const others = [...(await this.stored(threadId))].filter(([key]) => !changed.has(key));
        this.unwritten.delete(threadId);
        const own = [...drafts].filter(([key]) => changed.has(key));
        const saved = [...others, ...own].filter(
          ([, { draft, handBacks, sent }]) =>
            handBacks.length > 0 || (draft?.revision ?? 0) > 0 || (sent?.length ?? 0) > 0,
        );
        await this.store.save(
          `${prefix}${threadId}`,
          saved.length === 0 ? undefined : Object.fromEntries(saved),
        );
      })
      .catch((error: unknown) => {
        this.log.error(`thread ${threadId}: saving the draft failed: ${messageOf(error)}`);
      });
  }
}

function entry(drafts: ThreadDrafts, key: string): PanelDraft {
  const found = drafts.get(key) ?? { handBacks: [] };
  drafts.set(key, found);
  return found;
}

function handBackOf(prompts: readonly PromptBody[], why: string | undefined): HandBack {
  const plain = prompts.map(({ text, images }) => ({ text, images }));
  return { id: randomUUID(), prompts: plain, ...(why === undefined ? {} : { why }) };
}

function processLives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
