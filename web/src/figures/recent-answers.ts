// The core's latest answers to a figure, for questions that it asks again while another of its values changes.
import type { FigureApi } from '../core/api.ts';

export type Arguments<M extends keyof FigureApi> = Parameters<FigureApi[M]>;

/** The page's worker, or the core itself where pages are built. */
export interface Computes {
  call<M extends keyof FigureApi>(
    method: M,
    ...args: Arguments<M>
  ): Promise<ReturnType<FigureApi[M]>>;
}

/** Enough for what most figures ask at a time, and little to keep. */
const usual = 12;

/** Longer lists, such as a table that was an answer, are not compared by their numbers. */
const longest = 4096;

export class RecentAnswers {
  /** The latest last. */
  private readonly answers = new Map<string, Promise<unknown>>();

  private readonly numbers = new WeakMap<Float64Array, number>();
  private lists = 0;

  constructor(private readonly most = usual) {}

  private numberOf(list: Float64Array): number {
    const number = this.numbers.get(list) ?? ++this.lists;
    this.numbers.set(list, number);
    return number;
  }

  /** The core's answer, asked for only if it is not here. */
  ask<M extends keyof FigureApi>(
    method: M,
    args: Arguments<M>,
    computes: Computes,
  ): Promise<ReturnType<FigureApi[M]>> {
    const question = JSON.stringify([method, args], (_, value: unknown) => {
      if (!(value instanceof Float64Array)) return value;
      return value.length > longest ? `list ${this.numberOf(value)}` : [...value];
    });
    const known = this.answers.get(question);
    this.answers.delete(question);
    const answer = (known ?? computes.call(method, ...args)) as Promise<ReturnType<FigureApi[M]>>;
    this.answers.set(question, answer);
    answer.catch(() => this.answers.delete(question));
    const [oldest] = this.answers.keys();
    if (this.answers.size > this.most && oldest !== undefined) this.answers.delete(oldest);
    return answer;
  }
}
