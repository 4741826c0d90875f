// Motion in figures: one clock for all of them, springs, and playing. It moves what is drawn, never a printed number.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface Moving {
  /** Moves it on by so much time; false once it has come to rest. */
  step: (seconds: number) => boolean;
  /** Shows where it is now. */
  draw: () => void;
}

/** A page in the background, or a slow frame, does not make anything jump. */
const longestStep = 0.04;
const firstStep = 1 / 60;

const awake = new Set<Moving>();
let ticking = false;
let last: number | null = null;

function tick(now: number): void {
  const seconds = last === null ? firstStep : Math.min(longestStep, (now - last) / 1000);
  last = now;
  for (const moving of [...awake]) {
    const goesOn = moving.step(seconds);
    moving.draw();
    if (!goesOn) awake.delete(moving);
  }
  ticking = awake.size > 0;
  if (ticking) requestAnimationFrame(tick);
  else last = null;
}

/** Moves it with every frame from now on, until it has come to rest. */
export function wake(moving: Moving): void {
  awake.add(moving);
  if (ticking) return;
  ticking = true;
  requestAnimationFrame(tick);
}

export const sleep = (moving: Moving): void => {
  awake.delete(moving);
};

export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A spring that is this near to its target, and this slow, is there. */
const near = 1e-4;
const slow = 1e-3;

/**
 * A critically damped spring: it can be given another target at any time, and does not overshoot it from rest. With
 * reduced motion it is at its target at once.
 */
export class Spring {
  to: number;
  private speed = 0;

  /** @param rate how fast it settles: most of the way takes 4 / rate seconds */
  constructor(
    public at: number,
    public rate = 14,
  ) {
    this.to = at;
  }

  /** Puts it somewhere, at rest. */
  put(at: number): void {
    this.at = this.to = at;
    this.speed = 0;
  }

  /** A push, in units per second: it comes back. */
  push(speed: number): void {
    this.speed += speed;
  }

  /** One implicit Euler step of x″ = rate² (to − x) − 2 rate x′, which is stable for a step of any length. */
  step(seconds: number): boolean {
    if (reducedMotion()) {
      this.put(this.to);
      return false;
    }
    const pull = seconds * this.rate * this.rate;
    const damping = 1 + 2 * seconds * this.rate + seconds * pull;
    this.speed = (this.speed + pull * (this.to - this.at)) / damping;
    this.at += seconds * this.speed;
    if (Math.abs(this.to - this.at) > near || Math.abs(this.speed) > slow) return true;
    this.put(this.to);
    return false;
  }
}

/** Steps all of them; false once all have come to rest. */
export const stepAll = (springs: Iterable<Spring>, seconds: number): boolean =>
  [...springs].map((spring) => spring.step(seconds)).some(Boolean);

interface Played {
  /** On by so much time; false at its end, where playing stops. */
  on: (seconds: number) => boolean;
  /** On by one whole step, for readers who want less motion; false at its end. */
  onByStep: () => boolean;
}

const stepEverySeconds = 0.7;

/** Plays something on in time. It pauses when its element is out of sight, and goes in steps with reduced motion. */
export class Player implements ReactiveController {
  playing = false;
  private sinceStep = 0;
  private seen: IntersectionObserver | null = null;
  private readonly moving: Moving;

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly played: Played,
  ) {
    host.addController(this);
    this.moving = {
      step: (seconds) => {
        if (this.playing && !this.goesOn(seconds)) this.stop();
        return this.playing;
      },
      draw: () => this.host.requestUpdate(),
    };
  }

  private goesOn(seconds: number): boolean {
    if (!reducedMotion()) return this.played.on(seconds);
    this.sinceStep += seconds;
    if (this.sinceStep < stepEverySeconds) return true;
    this.sinceStep = 0;
    return this.played.onByStep();
  }

  hostConnected(): void {
    this.seen ??= new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === false) this.stop();
    });
    this.seen.observe(this.host);
  }

  hostDisconnected(): void {
    this.seen?.disconnect();
    this.stop();
  }

  start(): void {
    this.playing = true;
    this.sinceStep = stepEverySeconds;
    this.host.requestUpdate();
    wake(this.moving);
  }

  stop(): void {
    if (!this.playing) return;
    this.playing = false;
    sleep(this.moving);
    this.host.requestUpdate();
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.start();
  }
}
