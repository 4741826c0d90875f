// The hands of q and k while they move, and their last places.
import type { Span, Stand } from './turning-plot.ts';
import { type Moving, Spring, stepAll, wake } from '../../ui/motion.ts';

interface Placed extends Stand {
  locked: boolean;
}

/** Slower than what follows a finger: the reader should see the hands turn. */
const rate = 9;

export class Turning implements Moving {
  private readonly m: Spring;
  private readonly n: Spring;
  private readonly apart: Spring;
  /** Both before the last move. */
  private ghost: Stand | null = null;
  private visited: Span;
  private locked: boolean;
  /** m and n when they were last locked, unlocked, or given another distance while locked. */
  private since: Stand;
  private isHeld = false;

  constructor(
    { m, n, locked }: Placed,
    readonly draw: () => void,
  ) {
    this.m = new Spring(m, rate);
    this.n = new Spring(n, rate);
    this.apart = new Spring(locked ? 0 : 1, rate);
    this.visited = { from: m, to: m };
    this.locked = locked;
    this.since = { m, n };
  }

  get stand(): Stand {
    return { m: this.m.at, n: this.n.at };
  }

  get shown() {
    const { stand, ghost, visited, apart } = this;
    return { stand, ghost, visited, apart: apart.at };
  }

  hasMoved({ m, n }: Stand): boolean {
    return m !== this.since.m || n !== this.since.n;
  }

  /** Their distance has changed. */
  hasParted({ m, n }: Stand): boolean {
    return m - n !== this.since.m - this.since.n;
  }

  /** Forgets what was visited: the curve is another one now. */
  startOver({ m, n }: Stand = this.stand): void {
    this.since = { m, n };
    this.ghost = null;
    this.visited = { from: m, to: m };
  }

  /** Both to a place: at once while a finger or the player holds them, else by themselves. */
  move({ m, n }: Stand, held: boolean): void {
    if (held && !this.isHeld) this.ghost = this.stand;
    this.ghost ??= this.stand;
    this.isHeld = held;
    if (!this.locked && n !== this.n.to) this.visited = { from: m, to: m };
    this.m.to = m;
    this.n.to = n;
    if (held) {
      this.m.put(m);
      this.n.put(n);
    }
    wake(this);
  }

  /** Both to a place at once, as a new beginning. */
  jump(to: Stand): void {
    this.isHeld = false;
    this.m.put(to.m);
    this.n.put(to.n);
    this.ghost = null;
  }

  /** Goes where m and n are set, unless they are held between that position and the next. */
  follow({ m, n, locked }: Placed): void {
    const hasChanged = locked !== this.locked;
    this.locked = locked;
    this.apart.to = locked ? 0 : 1;
    if (hasChanged || (locked && m - n !== this.since.m - this.since.n)) this.startOver({ m, n });
    if (Math.round(this.m.to) !== m || Math.round(this.n.to) !== n) this.move({ m, n }, false);
    wake(this);
  }

  step(seconds: number): boolean {
    const goesOn = stepAll([this.m, this.n, this.apart], seconds);
    const { visited, m } = this;
    this.visited = { from: Math.min(visited.from, m.at), to: Math.max(visited.to, m.at) };
    return goesOn;
  }
}
