// Snapshots of a learned table during training.
import type { Matrix, RowSimilarities } from '../../core/api.ts';

/** A table after some steps, and how alike its rows are. */
export interface Snapshot {
  step: number;
  table: Matrix;
  similar: RowSimilarities;
}

/** A worker reports a table about this many times. */
const count = 60;

export class Snapshots {
  /** Rising by their steps. */
  private readonly list: Snapshot[] = [];
  private asked = -1;
  /** The steps between two of them. */
  readonly every: number;

  constructor(steps: number) {
    this.every = Math.ceil(steps / count);
  }

  get all(): readonly Snapshot[] {
    return this.list;
  }

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  get latest(): number {
    return this.list[this.list.length - 1]?.step ?? 0;
  }

  /** Each step's table is wanted once. */
  wants(step: number): boolean {
    if (step <= this.asked) return false;
    this.asked = step;
    return true;
  }

  add(snapshot: Snapshot): void {
    if (snapshot.step > this.latest || this.isEmpty) this.list.push(snapshot);
  }

  /** The last one up to a step; null where there is none. */
  at(step: number): Snapshot | null {
    return this.list.filter((one) => one.step <= step).pop() ?? null;
  }
}
