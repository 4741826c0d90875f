// The frequencies of a model, in forms that programs can read.
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ModelRope } from '../core/api.ts';
import { csvOf, save } from '../ui/download.ts';
import { fieldStyle } from '../ui/fields.ts';
import { figureStyle } from '../ui/figure-style.ts';
import { readingNames } from './differences.ts';
import { modelsStyle } from './models-style.ts';
import type { WavesView } from './waves.ts';
import { layersOf } from './words.ts';

interface Format {
  name: string;
  ending: string;
  type: string;
  write: (exported: Exported) => string;
}

const indented = (values: ArrayLike<number>): string =>
  Array.from(values, (value) => `    ${value},\n`).join('');

interface Exported {
  rope: ModelRope;
  model: string;
  /** Of the text, where the frequencies depend on it. */
  length: number | null;
  /** Whose reading it is, if it is not the page's. */
  reading: string | null;
}

/** The same in a line of a comment. */
const about = ({ rope, model, length, reading }: Exported): string =>
  [
    `Inverse frequencies of ${model.replaceAll(/\s+/g, ' ')}`,
    layersOf(rope),
    ...(reading === null ? [] : [`read as: ${reading}`]),
    ...(length === null ? [] : [`for a text of ${length} tokens`]),
    `radians per position; multiply cos and sin by ${rope.attentionFactor}`,
  ].join(', ');

const csv = ({ rope: { invFreq, wavesAfter } }: Exported): string =>
  csvOf({
    head: ['pair', 'inv_freq', 'wavelength'],
    count: invFreq.length,
    // (Pairs that do not rotate have no wavelength.)
    row: (i) => [i, invFreq[i] ?? 0, wavesAfter[i] || ''],
  }).join('');

const json = ({ rope, model, length, reading }: Exported): string =>
  `${JSON.stringify(
    {
      model,
      ...(reading === null ? {} : { read_as: reading }),
      ...(length === null ? {} : { length }),
      layer_type: rope.layers,
      rope_type: rope.type,
      head_dim: rope.headDim.value,
      rotary_dim: rope.rotaryDim.value,
      base: rope.usedBase,
      attention_factor: rope.attentionFactor,
      inv_freq: [...rope.invFreq],
    },
    null,
    2,
  )}\n`;

export const formats: Readonly<Record<string, Format>> = {
  csv: { name: 'CSV', ending: 'csv', type: 'text/csv', write: csv },
  json: { name: 'JSON', ending: 'json', type: 'application/json', write: json },
  cpp: {
    name: 'C++',
    ending: 'hpp',
    type: 'text/plain',
    write: (exported) =>
      `// ${about(exported)}\nconstexpr double inv_freq[${exported.rope.invFreq.length}] = {\n${indented(exported.rope.invFreq)}};\n`,
  },
  python: {
    name: 'Python',
    ending: 'py',
    type: 'text/plain',
    write: (exported) =>
      `# ${about(exported)}\ninv_freq = [\n${indented(exported.rope.invFreq)}]\n`,
  },
};

const inFileName = (name: string): string =>
  name
    .replace(/\.json$/i, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();

/** Of a model, and of one of its sets of frequencies. */
export const fileNameOf = (model: string, layers: ModelRope['layers']): string =>
  inFileName(layers === null ? model : `${model}-${layers}`);

/** The other reading where one is drawn. */
export function exportedOf(model: string, { rope, length, difference }: WavesView): Exported {
  const read = difference && {
    invFreq: difference.invFreq,
    wavesAfter: difference.waves,
    attentionFactor: difference.attentionFactor,
  };
  return {
    rope: read ? { ...rope, ...read } : rope,
    model,
    length: rope.dependsOnLength ? length : null,
    reading: difference && readingNames[difference.reading],
  };
}

/** The frequencies of a model to copy or download, in a form to choose. */
export class PosencModelExports extends LitElement {
  static override properties = {
    exported: { attribute: false },
    format: { state: true },
    message: { state: true },
  };

  static override styles = [figureStyle, fieldStyle, modelsStyle];

  declare exported: Exported | null;
  declare private format: string;
  declare private message: string;

  constructor() {
    super();
    this.exported = null;
    this.format = 'csv';
    this.message = '';
  }

  private get text(): string {
    return this.exported ? (formats[this.format]?.write(this.exported) ?? '') : '';
  }

  private download(): void {
    const { ending = 'txt', type = 'text/plain' } = formats[this.format] ?? {};
    if (this.exported)
      save(
        `${fileNameOf(this.exported.model, this.exported.rope.layers)}-inv-freq.${ending}`,
        type,
        [this.text],
      );
  }

  private async copy(): Promise<void> {
    this.message = await copied(this.text, 'Frequencies');
  }

  override render() {
    const reading = this.exported?.reading ?? null;
    return html`<h3>
        Inverse frequencies${reading === null ? nothing : html` as drawn: ${reading}`}
      </h3>
      <div class="row">
        <select
          aria-label="Format"
          @change=${(event: Event) => {
            this.format = (event.target as HTMLSelectElement).value;
            this.message = '';
          }}
        >
          ${Object.entries(formats).map(
            ([id, { name }]) =>
              html`<option value=${id} ?selected=${id === this.format}>${name}</option>`,
          )}
        </select>
        <button class="button" type="button" @click=${() => void this.copy()}>Copy</button>
        <button class="button" type="button" @click=${() => this.download()}>Download</button>
        <span class="status" role="status">${this.message}</span>
      </div>
      <pre tabindex="0" aria-label="Inverse frequencies">${this.text}</pre>`;
  }
}

customElements.define('posenc-model-exports', PosencModelExports);

// Copy and share: frequencies, a link, a card.

interface TakeAway {
  /** Null for a model without RoPE. */
  exported: Exported | null;
  isFromReader: boolean;
  message: string;
  copyLink: () => void;
  saveCard: () => void;
}

export function takeAwayCard(all: TakeAway): TemplateResult {
  const { exported, isFromReader, message, copyLink, saveCard } = all;
  return html`<section class="card" aria-label="Copy and share">
    ${
      exported
        ? html`<posenc-model-exports .exported=${exported}></posenc-model-exports>`
        : html`<h3>Copy and share</h3>`
    }
    <div class="row">
      <button class="button" type="button" @click=${copyLink}>Copy a link</button>
      <button class="button" type="button" @click=${saveCard}>Card (SVG)</button>
      <span class="status" role="status">${message}</span>
    </div>
    <p class="source">
      ${
        isFromReader
          ? 'The link contains the keys that matter here, after the #, which browsers do not send to any server.'
          : nothing
      }
    </p>
  </section>`;
}

/** Copies a text, and returns a sentence about it. */
export async function copied(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `${what} copied.`;
  } catch {
    return 'This browser does not let the page copy. Select the text, or download it.';
  }
}
