import type { NamedFile } from './action';

/** A call that may run, and the state that was approved. */
export interface ApprovedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
  readonly reads?: readonly NamedFile[];
  readonly file?: NamedFile & {
    /** A hash of the content that the question was about; absent when no question was asked. */
    readonly content?: string;
  };
}

/** Exceeds the number of calls in any answer of a model. */
const maxCalls = 1000;

/** Approved calls that have not run yet. Calls of one answer may have the same id, or none. */
export class ApprovedCalls {
  private readonly calls: ApprovedCall[] = [];

  /** Calls that never run, because the run was stopped, make room for later ones. */
  add(call: ApprovedCall): void {
    this.calls.push(call);
    if (this.calls.length > maxCalls) this.calls.shift();
  }

  /** Removes and returns the first call that is equal in each field. */
  take({ id, tool, input }: ApprovedCall): ApprovedCall | undefined {
    const at = this.calls.findIndex((call) => call.id === id && call.tool === tool && call.input === input);
    return at === -1 ? undefined : this.calls.splice(at, 1)[0];
  }
}
