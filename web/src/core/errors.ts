export type ErrorCode =
  /** A value outside what the core is defined for; the message names it. */
  | 'invalid-argument'
  /** A result that would not fit in memory. */
  | 'too-large'
  /** The browser lacks something that the core needs. */
  | 'unsupported'
  /** The worker or the core in it could not be loaded, or broke down. */
  | 'broken';

/** The one exception of the core, the worker and the client; its message is for the reader. */
export class PosencError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'PosencError';
  }
}

/** What failed, with the cause in brackets. */
export const broken = (what: string, cause: unknown): PosencError =>
  new PosencError('broken', `The computing core ${what} (${String(cause)}).`);
