/**
 * Editors with unsaved changes. Paths are absolute; links on the way make no difference. None of the functions rejects,
 * except `save`.
 */
export interface UnsavedEditors {
  /** Returns the text in the editor of a file with unsaved changes, and nothing for any other file. */
  textOf(path: string): Promise<string | undefined>;
  /** Returns the files with unsaved changes. */
  files(): Promise<readonly string[]>;
  /** Saves the changes of a file. Rejects with an error for the user. */
  save(path: string): Promise<void>;
  /** Whether such a file is saved without a question before pi changes it. */
  readonly savesFirst: boolean;
}
