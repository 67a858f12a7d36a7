/** One conversation, for life. It is also the id of pi's session. */
export type ThreadId = string;

/** Minted by the host at admission; a prompt is correlated by it in every panel. */
export type MessageId = string;

/** One question. Minted by the host when the question is parked. */
export type DialogId = string;

/** One entry of a transcript. Stable while the thread's feed lives. */
export type ItemId = string;

/** The number of a run: raised by one each time an idle thread is taken. 0 means that none has run yet. */
export type Generation = number;

/** The number of an observation in its thread's feed. Rises by one. */
export type Seq = number;

/** Minted by a panel for each prompt that it sends, so that a repeated request is admitted once. */
export type PromptKey = string;
