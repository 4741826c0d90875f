import { html } from 'lit';
import type { PackedAttention } from '../../core/api.ts';
import { decimals, percent, significant } from '../../plots/format.ts';
import { segments, switchOf, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { rowsOf } from '../sinusoidal.ts';
import type { PackedCell } from './packed-plot.ts';
import './packed-plot.ts';

const documents = ['rain fell all night', 'we left at noon', 'the cat sat'].map((text) =>
  text.split(' '),
);
const words = documents.flat();
const lengths = Float64Array.from(documents, ({ length }) => length);

const parameters = {
  scheme: segments('positions by', 'rope', [
    ['rope', 'RoPE'],
    ['alibi', 'ALiBi'],
    ['sinusoidal', 'sinusoidal'],
  ]),
  positions: switchOf('Reset position ids', ['continued', 'reset'], 'position ids'),
  mask: switchOf('Mask other documents', ['none', 'document'], 'document mask'),
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

/**
 * Attention in a row of packed documents: what crosses from one to another, and how far each token's output is from that in
 * its document alone.
 *
 *   <posenc-packed scheme="rope" positions="continued" mask="none"></posenc-packed>
 */
export class PosencPacked extends figureWith('packed', parameters)<PackedAttention> {
  protected override readonly label = 'Three documents in one row';
  protected override readonly primary = ['scheme', 'positions', 'mask'] as const;
  protected override readonly formula =
    'A = softmax(q kᵀ / √d) over the keys that a query sees, d = 16; RoPE turns q and k by m ω, ALiBi adds −(m − n) / 4, m and n the position ids; off = max |A v − (A v of the document alone)|';

  protected override ask({ scheme, mask, positions, seed }: Params): Promise<PackedAttention> {
    return this.call('packedAttention', lengths, scheme, mask, positions, seed);
  }

  protected override caption({ apart, crossing }: PackedAttention): string {
    if (apart) return 'As if each document were alone';
    return crossing > 0
      ? `${percent(crossing, 0)} leaks across documents`
      : 'Nothing leaks, outputs differ';
  }

  protected override tone(answer: PackedAttention | null): Tone {
    return !answer || answer.apart ? 'right' : 'wrong';
  }

  protected override subtitle({ apart, difference }: PackedAttention): string {
    return apart
      ? 'Disks: attention. No bars: every output is right.'
      : `Disks: attention. Bars: how far outputs are off, at most ${significant(difference, 2)}.`;
  }

  protected override setting({ difference }: PackedAttention): string {
    return `The larger the disk, the more attention. Bars: how far outputs are from those of each document alone, at most ${significant(difference, 2)}`;
  }

  protected override summary(answer: PackedAttention): string {
    const { crossing, difference, positions } = answer;
    const later = percent(crossing, 1);
    return `A matrix of attention, a row for each of ${words.length} words in ${documents.length} documents, with position ids ${[...positions].join(', ')}. Of the attention of the documents after the first, ${later} goes to other documents. An output is off by up to ${significant(difference, 2)}.`;
  }

  protected override table(answer: PackedAttention): DataTable {
    const { weights, positions, across, differences, documents } = answer;
    return {
      head: [
        'word',
        'document',
        'position id',
        'attention to other documents',
        'output off by',
        ...words.map((word) => `weight on ${word}`),
      ],
      count: words.length,
      row: (n) => [
        words[n] ?? '',
        documents[n] ?? 0,
        positions[n] ?? 0,
        across[n] ?? 0,
        differences[n] ?? 0,
        ...rowsOf(weights, n),
      ],
    };
  }

  private describe({ weights, documents, positions }: PackedAttention, { row, col }: PackedCell) {
    const [query, key] = [row, col].map((n) => `${words[n]} (position ${positions[n]})`);
    const where = documents[row] === documents[col] ? 'same document' : 'another document';
    return `${query} → ${key}: ${decimals(rowsOf(weights, row)[col] ?? 0, 3)}, ${where}`;
  }

  protected override plot(answer: PackedAttention | null, { scheme }: Params, summary: string) {
    return html`<posenc-packed-plot
      data-plot
      data-tone=${scheme}
      label=${this.label}
      .summary=${summary}
      .words=${words}
      .answer=${answer}
      .describe=${(cell: PackedCell) => (answer ? this.describe(answer, cell) : '')}
    ></posenc-packed-plot>`;
  }
}

customElements.define('posenc-packed', PosencPacked);
