/** The id of a conversation, for life. Also the id of pi's session. */
export type ThreadId = string;

/** The id of a prompt. The host creates it at admission, and every panel knows the prompt by it. */
export type MessageId = string;

/** The id of a question. The host creates it when the question opens. */
export type DialogId = string;

/** The id of an item of a transcript. Stable while the thread's feed lives. */
export type ItemId = string;

/** The number of a run. Rises by one each time an idle thread is taken. 0: nothing has run yet. */
export type Generation = number;

/** The number of an observation in its thread's feed. Rises by one. */
export type Seq = number;

/** The key of a sent prompt. A panel creates it, so that a repeated request is admitted once. */
export type PromptKey = string;
