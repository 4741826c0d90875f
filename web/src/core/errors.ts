import type { CoreError } from './api.ts';

export type ErrorCode =
  | CoreError['code']
  /** The browser lacks something that the core needs. */
  | 'unsupported'
  /** The worker, or the core in it, could not be loaded or failed. */
  | 'broken';

/** An error as plain data, for messages from a worker. */
export interface ErrorData {
  code: ErrorCode;
  parameter: string;
  message: string;
}

/** The subject before a message of the core. */
const inBrackets = /^\[([^\]]+)\] /;

/** The only exception of the core, the worker and the client. Its message is for the reader. */
export class PosencError extends Error implements ErrorData {
  /**
   * @param parameter the parameter that it is about, such as 'dModel'; '' if it is about none or all of them
   * @param subject the part of the core that it is from, such as 'rotary'; '' if it is not from the core
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly parameter = '',
    readonly subject = '',
  ) {
    super(message);
    this.name = 'PosencError';
  }

  /** An error of the core, whose message begins with its subject: "[rotary] headDim must be even". */
  static from({ code, message, parameter }: ErrorData): PosencError {
    return new PosencError(code, message, parameter, inBrackets.exec(message)?.[1]);
  }

  /** The same for the page, whose readers have no use for the subject: the message is the sentence alone. */
  forReader(): PosencError {
    const { code, message, parameter, subject } = this;
    return new PosencError(code, message.replace(inBrackets, ''), parameter, subject);
  }

  /** The message for a reader who knows the parameter by another name, such as the label of a control. */
  naming(name: string): string {
    return this.parameter === ''
      ? this.message
      : this.message.replace(new RegExp(`\\b${this.parameter}\\b`), () => name);
  }

  get data(): ErrorData {
    const { code, parameter, message } = this;
    return { code, parameter, message };
  }
}

/** An error that names what failed, with the cause in parentheses. */
export const broken = (what: string, cause: unknown): PosencError =>
  new PosencError('broken', `The computing core ${what} (${String(cause)}).`);

/** Anything thrown, as data. Anything but a PosencError counts as a breakdown. */
export const errorData = (error: unknown): ErrorData =>
  (error instanceof PosencError ? error : broken('failed', error)).data;
