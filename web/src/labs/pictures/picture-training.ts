// The networks that learn a picture side by side: one for each way of giving them a place.
import type { CoordinateOptions, Picture, TrainedPicture } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import type { Computes } from '../../figures/recent-answers.ts';
import { decimals, plain } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { type SeparateClient, separateClients } from '../../worker/separate-clients.ts';

export interface Network {
  /** Above its picture. */
  name: string;
  /** Beside its curve. */
  short: string;
  /** Within a sentence. */
  title: string;
  color: string;
  as: Series['as'];
  options: CoordinateOptions;
  parameters: number;
}

export const mostScales = 3;

type Look = Pick<Network, 'name' | 'short' | 'title' | 'color' | 'as'>;

export const rawLook: Look = {
  ...{ name: 'x and y', short: 'x and y', title: 'raw coordinates' },
  ...{ color: 'soft', as: 'dashed' },
};

export const nerfLook: Look = {
  ...{ name: 'NeRF’s waves', short: 'NeRF', title: 'NeRF’s waves' },
  ...{ color: 'form', as: 'line' },
};

/** Of random features with a scale. */
export const randomLook = (scale: number): Look => ({
  name: `random, scale ${plain(scale)}`,
  short: `scale ${plain(scale)}`,
  title: `features of scale ${plain(scale)}`,
  color: 'accent',
  as: 'line',
});

// Trains some networks on one picture, side by side, in workers of their own.

/** A network is measured, and its picture shown, after this many steps: always the same ones, however fast a device is. */
const stepsAtOnce = 10;
/** If a worker is lost, its networks are trained from the start again. */
const maxStarts = 2;

/** The quality of a network after some steps, in decibels. */
export interface Measured {
  step: number;
  trained: number;
  heldOut: number;
}

export class NetworkRun {
  measured: Measured[] = [];
  picture: Picture | null = null;
  divergedAt: number | null = null;

  constructor(readonly network: Network) {}

  get latest(): Measured | null {
    return this.measured[this.measured.length - 1] ?? null;
  }

  get step(): number {
    return this.latest?.step ?? 0;
  }

  startOver(): void {
    this.measured = [];
    this.picture = null;
    this.divergedAt = null;
  }

  take({ step, trained, heldOut, divergedAt, values }: TrainedPicture, side: number): void {
    this.divergedAt = divergedAt;
    if (divergedAt !== null) return;
    this.measured.push({ step, trained, heldOut });
    this.picture = { side, values };
  }
}

/** Networks that learn or have learned a picture. */
export interface Painting {
  readonly runs: readonly NetworkRun[];
  /** The network that is best at the pixels that are held out, as far as they are known. */
  readonly best: NetworkRun | null;
  readonly isOver: boolean;
}

function bestOf(runs: readonly NetworkRun[]): NetworkRun | null {
  const [best] = runs
    .filter(({ latest }) => latest !== null)
    .sort((a, b) => (b.latest?.heldOut ?? 0) - (a.latest?.heldOut ?? 0));
  return best ?? null;
}

/** Trains one network after the other, and shows none of them on its way. */
export async function paint(
  core: Computes,
  picture: Picture,
  networks: readonly Network[],
  steps: number,
): Promise<Painting> {
  const { side, values } = picture;
  const runs = networks.map((network) => new NetworkRun(network));
  for (const run of runs) {
    const { id } = await core.call('createPictureTrainer', side, values, run.network.options);
    // In slices, as others may wait for the same worker.
    while (run.divergedAt === null && run.step < steps) {
      const count = Math.min(stepsAtOnce, steps - run.step);
      run.take(await core.call('trainPicture', id, count), side);
    }
    await core.call('disposePictureTrainer', id);
  }
  return { runs, best: bestOf(runs), isOver: true };
}

export class PictureTraining implements Painting {
  readonly runs: readonly NetworkRun[];
  failure: PosencError | null = null;
  paused = false;
  private isEnded = false;
  private resumed: (() => void)[] = [];
  private readonly clients: readonly SeparateClient[];

  /** @param changed called whenever there is something new to show */
  constructor(
    private readonly picture: Picture,
    networks: readonly Network[],
    readonly steps: number,
    private readonly changed: () => void,
  ) {
    this.runs = networks.map((network) => new NetworkRun(network));
    this.clients = separateClients(networks.length);
    for (const [n, client] of this.clients.entries()) {
      // The slow networks come last: in turn, each worker gets about as much to do.
      void this.work(
        client,
        this.runs.filter((_, run) => run % this.clients.length === n),
      );
    }
  }

  get isOver(): boolean {
    return this.isEnded || this.failure !== null || this.runs.every((run) => this.isDone(run));
  }

  /** One that has diverged has nothing left to do. */
  private stepOf(run: NetworkRun): number {
    return this.isDone(run) ? this.steps : run.step;
  }

  get step(): number {
    return Math.min(...this.runs.map((run) => this.stepOf(run)));
  }

  /** Of all networks together. */
  get stepsDone(): number {
    return this.runs.reduce((sum, run) => sum + this.stepOf(run), 0);
  }

  pause(): void {
    this.paused = true;
    this.changed();
  }

  resume(): void {
    this.paused = false;
    for (const go of this.resumed.splice(0)) go();
    this.changed();
  }

  stop(): void {
    this.isEnded = true;
    for (const client of this.clients) client.end();
  }

  get best(): NetworkRun | null {
    return bestOf(this.runs);
  }

  private isDone({ step, divergedAt }: NetworkRun): boolean {
    return step >= this.steps || divergedAt !== null;
  }

  private async work(client: SeparateClient, runs: readonly NetworkRun[]): Promise<void> {
    for (let start = 1; ; start++) {
      try {
        await this.train(client, runs);
        break;
      } catch (error) {
        if (this.isEnded) break;
        if (error instanceof Lost && start < maxStarts) continue;
        this.failure ??= error as PosencError;
        break;
      }
    }
    client.end();
    this.changed();
  }

  /** A slice of each in turn, so that all progress together. */
  private async train(client: SeparateClient, runs: readonly NetworkRun[]): Promise<void> {
    const { side, values } = this.picture;
    const { lost } = client;
    // The next worker knows nothing of these networks, and has other ones by their numbers.
    const alive = async <T>(answer: Promise<T>): Promise<T> => {
      const value = await answer.catch((error: unknown) => {
        throw client.lost === lost ? error : new Lost();
      });
      if (client.lost !== lost) throw new Lost();
      return value;
    };
    const ids = new Map<NetworkRun, number>();
    for (const run of runs) run.startOver();
    for (const run of runs) {
      const { options } = run.network;
      ids.set(run, (await alive(client.call('createPictureTrainer', side, values, options))).id);
    }
    for (;;) {
      const due = runs.filter((run) => !this.isDone(run));
      if (due.length === 0) return;
      for (const run of due) {
        while (this.paused) await new Promise<void>((resolve) => this.resumed.push(resolve));
        if (this.isOver) return;
        const count = Math.min(stepsAtOnce, this.steps - run.step);
        run.take(await alive(client.call('trainPicture', ids.get(run) ?? 0, count)), side);
        this.changed();
      }
    }
  }
}

/** A worker is gone, and its networks with it. */
class Lost extends PosencError {
  constructor() {
    super('broken', 'The browser stopped the training twice. Your device may be low on memory.');
  }
}

export const decibels = (value: number): string => `${decimals(value, 1)} dB`;
