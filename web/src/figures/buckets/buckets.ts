import { plain, quantity } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { choice, type Values } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';

const parameters = {
  numBuckets: {
    type: 'number',
    label: 'buckets',
    value: 32,
    slider: { min: 4, max: 64, step: 2 },
    most: 256,
  },
  maxDistance: {
    type: 'number',
    label: 'max distance',
    value: 128,
    slider: { min: 32, max: 512, step: 8 },
    most: 2048,
  },
  direction: choice('direction', 'bidirectional', [
    ['bidirectional', 'bidirectional: either side'],
    ['causal', 'causal: keys before the query'],
  ]),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  /** Key position - query position, in rising order. */
  relative: Float64Array;
  buckets: Float64Array;
}

/** Neighbors that share a bucket. */
interface Run {
  bucket: number;
  from: number;
  to: number;
}

const none: Run = { bucket: 0, from: 0, to: 0 };

/**
 * Which of T5's buckets a relative position falls into: one for each near distance, wider and wider ones farther off.
 *
 *   <posenc-buckets num-buckets="32" max-distance="128" direction="bidirectional"></posenc-buckets>
 */
export class PosencBuckets extends figureWith('buckets', parameters)<Answer> {
  protected override readonly label = 'T5’s buckets of relative positions';
  protected override readonly formula =
    'bucket of a distance n: n for n < e, else min(e + ⌊(b − e) · ln(n/e) / ln(D/e)⌋, b − 1); e = ⌊b/2⌋, b = buckets per side, D = max. distance; keys after the query: + b';

  protected override async ask({ numBuckets, maxDistance, direction }: Params): Promise<Answer> {
    const reach = Math.ceil((maxDistance * 5) / 4);
    const count = direction === 'causal' ? reach + 1 : 2 * reach + 1;
    const relative = Float64Array.from({ length: count }, (_, n) => n - reach);
    const { values } = await this.call(
      't5Buckets',
      { direction, numBuckets, maxDistance },
      relative,
    );
    return { relative, buckets: values };
  }

  private runs({ relative, buckets }: Answer): Run[] {
    const runs: Run[] = [];
    for (const [n, bucket] of buckets.entries()) {
      const last = runs[runs.length - 1];
      const position = relative[n] ?? 0;
      if (last?.bucket === bucket) last.to = position;
      else runs.push({ bucket, from: position, to: position });
    }
    return runs;
  }

  /** Distances of the keys before the query, and the query's own, from the nearest on. */
  private distances(answer: Answer): Run[] {
    return this.runs(answer)
      .filter(({ to }) => to <= 0)
      .map(({ bucket, from, to }) => ({ bucket, from: Math.abs(to), to: Math.abs(from) }))
      .reverse();
  }

  /** The distance up to which each has a bucket of its own. */
  private alone(shared: Run[]): number {
    const first = shared.findIndex(({ from, to }) => from < to);
    return (shared[first === -1 ? shared.length - 1 : first]?.from ?? 1) - 1;
  }

  protected override caption(answer: Answer): string {
    const last = this.distances(answer).at(-1);
    return `From ${last?.from} on: one bucket`;
  }

  private sharing(answer: Answer): string {
    const shared = this.distances(answer);
    const alone = this.alone(shared);
    const last = shared[shared.length - 1];
    const near =
      alone === 0
        ? 'Distance 0 has its own bucket'
        : `Short distances, 0 to ${alone}, have a bucket each`;
    return `${near}; all keys ${last?.from} or more positions before the query share bucket ${last?.bucket}`;
  }

  protected override subtitle(answer: Answer): string {
    const alone = this.alone(this.distances(answer));
    return alone === 0
      ? 'Only distance 0 has its own bucket.'
      : `Short distances, 0 to ${alone}, have a bucket each; longer ones share.`;
  }

  protected override setting(
    answer: Answer,
    { numBuckets, maxDistance, direction }: Params,
  ): string {
    return `${this.sharing(answer)}. Bucket of each relative position (key − query), ${direction}, ${numBuckets} buckets, maximum distance ${plain(maxDistance)}`;
  }

  protected override summary(answer: Answer, { direction }: Params): string {
    const phrases = this.distances(answer)
      .filter(({ from, to }) => from < to)
      .map(({ bucket, from, to }) => `bucket ${bucket} from ${from} to ${to}`);
    const reach = -(answer.relative[0] ?? 0);
    const other =
      direction === 'causal'
        ? ''
        : ' Keys after the query have as many buckets, in the same steps.';
    return `Steps that get longer with distance. Shared buckets of keys before the query, up to distance ${reach}: ${phrases.join(', ')}.${other}`;
  }

  protected override table({ relative, buckets }: Answer): DataTable {
    return {
      head: ['key - query', 'bucket'],
      count: relative.length,
      row: (n) => [relative[n] ?? 0, buckets[n] ?? 0],
    };
  }

  /** A level line for each bucket, as wide as it is, and from one to the next. */
  private steps(runs: Run[]): Series {
    return {
      name: '',
      x: runs.flatMap(({ from, to }) => [from - 0.5, to + 0.5]),
      y: runs.flatMap(({ bucket }) => [bucket, bucket]),
      color: 't5',
      as: 'line',
    };
  }

  protected override plot(answer: Answer | null, { direction }: Params, summary: string) {
    const causal = direction === 'causal';
    const runs = answer ? this.runs(answer) : [];
    const alone = answer ? this.alone(this.distances(answer)) : 0;
    const reach = -(answer?.relative[0] ?? 0);
    const before = runs.filter(({ to }) => to <= 0);
    const after = runs.filter(({ to }) => to > 0);
    // No key lies between the two sides, so no line connects them.
    const series = [before, after]
      .filter((side) => side.length > 0)
      .map((side) => this.steps(side));
    const describe = (n: number) => {
      const position = answer?.relative[n] ?? 0;
      const { bucket, from, to } = runs.find((run) => run.to >= position) ?? runs[0] ?? none;
      const away = Math.abs(position);
      const where =
        position === 0
          ? 'the query’s own position'
          : `key ${quantity(away, 'position')} ${position < 0 ? 'before' : 'after'} the query`;
      const [near, far] = position < 0 ? [-to, -from] : [from, to];
      const others =
        near === far
          ? 'for this distance alone'
          : far === reach
            ? `for all distances from ${near} on`
            : `for distances ${near} to ${far}`;
      return `${where}: bucket ${bucket}, ${others}`;
    };
    const stretch = answer && {
      from: -alone - 0.5,
      to: causal ? 0.5 : alone + 0.5,
      name: '',
      above: 'one each',
    };
    return linePlot(this.label, summary, {
      height: 280,
      series,
      stretch,
      across: { title: 'key − query (negative: key before query)' },
      up: { title: 'bucket', domain: [0, 0], isWhole: true },
      stops: answer?.relative ?? [],
      describe,
    });
  }
}

customElements.define('posenc-buckets', PosencBuckets);
