// What figures ask the core with, and answers that stay as they are while something else is set.
import type { CoreApi } from '../core/api.ts';

export type Arguments<M extends keyof CoreApi> = Parameters<CoreApi[M]>;

/** The page's worker, or the core itself where pages are built. */
export interface Computes {
  call<M extends keyof CoreApi>(method: M, ...args: Arguments<M>): Promise<ReturnType<CoreApi[M]>>;
}

/** The last answer of each method, and what it was about. */
export class KeptAnswers {
  private readonly last = new Map<string, { about: string; answer: Promise<unknown> }>();

  /** The last answer of a method if it was about the same, else a new one. A failure is not kept. */
  get<Answer>(method: string, about: string, ask: () => Promise<Answer>): Promise<Answer> {
    const kept = this.last.get(method);
    if (kept?.about === about) return kept.answer as Promise<Answer>;
    const answer = ask();
    this.last.set(method, { about, answer });
    answer.catch(() => this.last.delete(method));
    return answer;
  }
}
