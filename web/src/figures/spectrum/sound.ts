// The sound of a figure. Nothing sounds before it is asked to.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterFrame } from '../../ui/after-press.ts';

/** Pure tones, by their frequencies in hertz, each between silent (0) and loud (1). */
interface Tones {
  hertz: readonly number[];
  loudness: readonly number[];
}

/** Numbers from −1 to 1 that are played over and over, at this rate per second. */
interface Loop {
  samples: ArrayLike<number>;
  perSecond: number;
}

export type Sounding = Tones | Loop;

/** Of one tone alone, and of one among many. */
const gains = { alone: 0.2, among: 0.07 };
/** In seconds: nothing begins or ends with a click, and tones begin one after the other. */
const fade = 0.04;
/** The sound before fades with this time constant, in seconds: after five times it, it is silent and ends. */
const cut = 0.004;
const between = 0.03;

export const canSound = (): boolean => 'AudioContext' in globalThis;

/** Something that sounds, and how loud. */
interface Voice<Source extends AudioScheduledSourceNode = OscillatorNode> {
  source: Source;
  gain: GainNode;
}

/** Ends it without a click, whether or not it has begun. */
function end(context: AudioContext, { source, gain }: Voice<AudioScheduledSourceNode>): void {
  const now = context.currentTime;
  gain.gain.cancelScheduledValues(now);
  gain.gain.setTargetAtTime(0, now, cut);
  source.stop(now + 5 * cut);
}

/**
 * Sounds until it is stopped. It stops by itself when its figure is out of sight or leaves the page, when the page is left
 * or hidden, and with Escape.
 */
export class Sound implements ReactiveController {
  /** Null in silence. */
  private sounding: Sounding | null = null;
  private context: AudioContext | null = null;
  private out: GainNode | null = null;
  private voices: Voice[] = [];
  private loop: Voice<AudioBufferSourceNode> | null = null;
  private seen: IntersectionObserver | null = null;
  private here = new AbortController();

  /** @param onStop called when it has stopped, for whatever reason */
  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly onStop: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.seen ??= new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === false) this.stop();
    });
    this.seen.observe(this.host);
    this.here = new AbortController();
    const { signal } = this.here;
    const stop = () => this.stop();
    addEventListener('pagehide', stop, { signal });
    document.addEventListener('visibilitychange', stop, { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), { signal });
  }

  hostDisconnected(): void {
    this.seen?.disconnect();
    this.here.abort();
    this.stop();
  }

  get sounds(): boolean {
    return this.sounding !== null;
  }

  /** Sounds this from now on. As many tones as before glide to their new frequencies. */
  play(sounding: Sounding): void {
    const isOpening = this.sounding !== null && this.context === null;
    this.sounding = sounding;
    if (this.context) this.start(sounding);
    // To open the loudspeaker takes long. (A browser that wants a click for it counts what the click has planned.)
    else if (!isOpening) afterFrame(() => this.sounding && this.start(this.sounding));
  }

  private start(sounding: Sounding): void {
    const { context, out } = this.opened();
    if ('samples' in sounding) {
      this.endVoices(context);
      this.startLoop(context, out, sounding);
      return;
    }
    this.endLoop(context);
    const { hertz, loudness } = sounding;
    const isNew = hertz.length !== this.voices.length;
    if (isNew) this.startVoices(context, out, hertz);
    for (const [n, { source, gain }] of this.voices.entries()) {
      const most = hertz.length === 1 ? gains.alone : gains.among;
      const from = context.currentTime + (isNew ? n * between : 0);
      if (!isNew) source.frequency.setTargetAtTime(hertz[n] ?? 0, from, fade / 2);
      gain.gain.setTargetAtTime(most * (loudness[n] ?? 0), from, fade);
    }
  }

  private opened(): { context: AudioContext; out: GainNode } {
    if (this.context && this.out) return { context: this.context, out: this.out };
    const context = new AudioContext();
    // Many tones at once must not be louder than the loudspeaker can be.
    const limit = context.createDynamicsCompressor();
    const out = context.createGain();
    out.connect(limit).connect(context.destination);
    this.context = context;
    this.out = out;
    return { context, out };
  }

  private startVoices(context: AudioContext, out: GainNode, hertz: readonly number[]): void {
    this.endVoices(context);
    this.voices = hertz.map((frequency) => {
      const source = context.createOscillator();
      const gain = context.createGain();
      source.frequency.value = frequency;
      gain.gain.value = 0;
      source.connect(gain).connect(out);
      source.start();
      return { source, gain };
    });
  }

  private startLoop(context: AudioContext, out: GainNode, { samples, perSecond }: Loop): void {
    this.endLoop(context);
    const buffer = context.createBuffer(1, samples.length, perSecond);
    buffer.copyToChannel(Float32Array.from(samples), 0);
    const source = context.createBufferSource();
    const gain = context.createGain();
    gain.gain.value = 0;
    gain.gain.setTargetAtTime(gains.alone, context.currentTime, fade);
    source.buffer = buffer;
    source.loop = true;
    source.connect(gain).connect(out);
    source.start();
    this.loop = { source, gain };
  }

  private endVoices(context: AudioContext): void {
    for (const voice of this.voices) end(context, voice);
    this.voices = [];
  }

  private endLoop(context: AudioContext): void {
    if (this.loop) end(context, this.loop);
    this.loop = null;
  }

  stop(): void {
    if (!this.sounding) return;
    this.sounding = null;
    this.close();
    this.onStop();
  }

  private close(): void {
    const { context, out } = this;
    if (!context || !out) return;
    this.context = null;
    this.out = null;
    this.voices = [];
    this.loop = null;
    out.gain.setTargetAtTime(0, context.currentTime, fade);
    setTimeout(() => void context.close(), 8 * 1000 * fade);
  }
}
