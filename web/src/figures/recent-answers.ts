// The core's latest answers to a figure, for questions that it asks again while another of its values changes.
import type { CoreApi } from '../core/api.ts';

export type Arguments<M extends keyof CoreApi> = Parameters<CoreApi[M]>;

/** The page's worker, or the core itself where pages are built. */
export interface Computes {
  call<M extends keyof CoreApi>(method: M, ...args: Arguments<M>): Promise<ReturnType<CoreApi[M]>>;
}

/** Enough for what most figures ask at a time, and little to keep. */
const usual = 12;

export class RecentAnswers {
  /** The latest last. */
  private readonly answers = new Map<string, Promise<unknown>>();

  constructor(private readonly most = usual) {}

  /** The core's answer, asked for only if it is not here. */
  ask<M extends keyof CoreApi>(
    method: M,
    args: Arguments<M>,
    computes: Computes,
  ): Promise<ReturnType<CoreApi[M]>> {
    const question = JSON.stringify([method, args], (_, value: unknown) =>
      value instanceof Float64Array ? [...value] : value,
    );
    const known = this.answers.get(question);
    this.answers.delete(question);
    const answer = (known ?? computes.call(method, ...args)) as Promise<ReturnType<CoreApi[M]>>;
    this.answers.set(question, answer);
    answer.catch(() => this.answers.delete(question));
    const [oldest] = this.answers.keys();
    if (this.answers.size > this.most && oldest !== undefined) this.answers.delete(oldest);
    return answer;
  }
}
