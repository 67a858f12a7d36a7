/** What happened, by ids and counts. Never a person's words, never a key. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
