// The parts that can be embedded, as the page lists them: links to embed.html, by section.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ensureTokens } from '../style/tokens.ts';
import { AfterPress } from '../ui/after-press.ts';
import { whileConnected } from '../ui/connected.ts';
import { save } from '../ui/download.ts';
import { generatorStyle } from './generator-style.ts';
import { lessonAddress } from './lesson-address.ts';
import {
  type Embedded,
  frameAddress,
  type Place,
  placeOf,
  places,
  type Theme,
  withLesson,
} from './places.ts';
import { isSettingsMessage, type Settings } from './settings.ts';

interface Entry {
  title: string;
  /** As in embed.html?figure= */
  figure: string;
  settings: Settings;
}

interface Group {
  title: string;
  entries: readonly Entry[];
}

function entryOf(link: HTMLAnchorElement): Entry {
  const [[, figure = ''] = [], ...settings] = [...new URL(link.href).searchParams];
  return { title: link.textContent?.trim() ?? '', figure, settings };
}

/** The lists of links in an element, each after its title. */
const groupsIn = (element: Element): Group[] =>
  [...element.querySelectorAll('li > ul')].map((list) => ({
    title: list.parentElement?.firstChild?.textContent?.trim() ?? '',
    entries: [...list.querySelectorAll('a')].map(entryOf),
  }));

/** Before the frame reports its own. */
const usualHeight = 600;

/** In a frame of that name the storage is its own, so the preview has neither this reader's class nor their work. */
const previewName = 'posenc.preview.';

/** A new reader has no work yet. */
function forgetPreview(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(previewName)) localStorage.removeItem(key);
    }
  } catch {
    // Where nothing can be removed, nothing was kept.
  }
}

/** Parts with a variant for each seed. */
const withVariants = ['exercise', 'code', 'quiz'];

const themes: readonly (readonly [Theme, string])[] = [
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'as the reader’s system'],
];

const valueOf = (event: Event): string =>
  (event.target as HTMLInputElement | HTMLSelectElement).value;

/**
 * Makes the line that puts a part of the lesson on another page. Its content lists these parts: see entries.ts.
 *
 *   <posenc-embed-generator><ul>…</ul></posenc-embed-generator>
 */
export class PosencEmbedGenerator extends AfterPress {
  static override properties = {
    entry: { state: true },
    asked: { state: true },
    settings: { state: true },
    height: { state: true },
    place: { state: true },
    theme: { state: true },
    seed: { state: true },
    lesson: { state: true },
    message: { state: true },
  };
  static override styles = [generatorStyle];

  /** The part that is chosen; null while the page lists none. */
  declare private entry: Entry | null;
  /** The settings that the frame was opened with. */
  declare private asked: Settings;
  /** The settings that the part has now; null until it is there. */
  declare private settings: Settings | null;
  declare private height: number;
  declare private place: string;
  declare private theme: Theme;
  /** As typed. */
  declare private seed: string;
  declare private lesson: string;
  /** The last action, as a sentence. */
  declare private message: string;

  private groups: readonly Group[] = [];
  /** The address that the frame was opened with. */
  private opened = '';

  constructor() {
    super();
    this.entry = null;
    this.asked = [];
    this.settings = null;
    this.height = usualHeight;
    this.place = 'html';
    this.theme = 'light';
    this.seed = '';
    this.lesson = new URL('./', location.href).href;
    this.message = '';
    whileConnected(this, () => {
      addEventListener('message', this.onMessage);
      return [() => removeEventListener('message', this.onMessage)];
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.groups = groupsIn(this);
    const all = this.groups.flatMap(({ entries }) => entries);
    const first = all.find(({ figure }) => figure === 'heatmap') ?? all[0];
    if (first && !this.entry) this.choose(first);
  }

  private readonly onMessage = ({ data, source }: MessageEvent<unknown>): void => {
    const frame = this.renderRoot.querySelector('iframe');
    if (!frame || source !== frame.contentWindow) return;
    if (isSettingsMessage(data)) this.settings = data.settings;
    // Until the part is there the frame has the height of a line, and what is below would jump up and down.
    if (this.settings === null) return;
    const { posenc, height } = data as { posenc?: unknown; height?: unknown };
    if (posenc !== 'height' || typeof height !== 'number') return;
    this.height = height;
    frame.style.height = `${height}px`;
  };

  private choose(entry: Entry): void {
    this.entry = entry;
    this.seed = '';
    this.open(entry.settings);
  }

  /** Opens the frame with these settings. One that is open with them already would not say them again. */
  private open(settings: Settings): void {
    this.asked = settings;
    this.message = '';
    if (this.address !== this.opened) {
      this.settings = null;
      forgetPreview();
    }
    this.opened = this.address;
  }

  private chooseTheme(theme: Theme): void {
    this.theme = theme;
    this.open(this.settings ?? this.asked);
  }

  private get seedProblem(): string {
    const { seed } = this;
    if (/^\d{0,15}$/.test(seed.trim())) return '';
    return `The variant must be a whole number from 0 to 999999999999999 but is "${seed}".`;
  }

  private typeSeed(seed: string): void {
    this.seed = seed;
    if (this.seedProblem) return;
    const others = (this.settings ?? this.asked).filter(([name]) => name !== 'seed');
    this.open(seed.trim() === '' ? others : [...others, ['seed', seed.trim()]]);
  }

  private embedded(entry: Entry, lesson: string): Embedded {
    const { asked, settings, theme, height } = this;
    const { figure, title } = entry;
    return { figure, title, settings: settings ?? asked, theme, lesson, height };
  }

  private async copy(line: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(line);
      this.message = 'Copied.';
    } catch {
      this.renderRoot.querySelector('textarea')?.select();
      this.message = 'This browser blocks copying. The text is selected: copy it yourself.';
    }
  }

  private async saveExample(file: string, lesson: string): Promise<void> {
    try {
      const answer = await fetch(new URL(`./examples/${file}`, location.href));
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      save(file, 'text/plain', [withLesson(text, lesson)]);
      this.message = `${file} is saved, with the lesson’s address in it.`;
    } catch {
      this.message = `${file} could not be loaded. Try again when you are online.`;
    }
  }

  private select(
    id: string,
    label: string,
    options: TemplateResult | readonly TemplateResult[],
    onChoose: (value: string) => void,
    width = '',
  ): TemplateResult {
    return html`<div class=${width || nothing}>
      <label for=${id}>${label}</label>
      <select id=${id} @change=${(event: Event) => onChoose(valueOf(event))}>
        ${options}
      </select>
    </div>`;
  }

  private partSelect(): TemplateResult {
    const all = this.groups.flatMap(({ entries }) => entries);
    const option = (entry: Entry) =>
      html`<option value=${all.indexOf(entry)} .selected=${entry === this.entry}>
        ${entry.title}
      </option>`;
    const groups = this.groups.map(
      ({ title, entries }) => html`<optgroup label=${title}>${entries.map(option)}</optgroup>`,
    );
    const choose = (value: string) => {
      const entry = all[Number(value)];
      if (entry) this.choose(entry);
    };
    return this.select('part', 'Figure, exercise or lab', groups, choose, 'wide');
  }

  private placeSelect(): TemplateResult {
    const options = places.map(
      ({ id, name }) => html`<option value=${id} .selected=${id === this.place}>${name}</option>`,
    );
    return this.select('place', 'Where it goes', options, (place) => {
      this.place = place;
      this.message = '';
    });
  }

  private themeSelect(): TemplateResult {
    const options = themes.map(
      ([id, name]) => html`<option value=${id} .selected=${id === this.theme}>${name}</option>`,
    );
    return this.select('theme', 'Colors', options, (theme) => this.chooseTheme(theme as Theme));
  }

  private input(id: string, label: string, value: string, type: (text: string) => void) {
    return html`<label for=${id}>${label}</label>
      <input
        id=${id}
        autocomplete="off"
        spellcheck="false"
        aria-describedby="problem-${id}"
        .value=${value}
        @input=${(event: Event) => type(valueOf(event))}
      />`;
  }

  private seedField(entry: Entry): TemplateResult | typeof nothing {
    if (!withVariants.includes(entry.figure)) return nothing;
    return html`<div class="wide">
      ${this.input('seed', 'Variant (a number, or empty)', this.seed, (text) => this.typeSeed(text))}
      <p class="error" id="problem-seed" role="status">${this.seedProblem}</p>
    </div>`;
  }

  /** Of the frame. */
  private get address(): string {
    const { entry, asked: settings, theme } = this;
    if (!entry) return '';
    return frameAddress({
      ...{ figure: entry.figure, title: entry.title, settings, theme },
      ...{ lesson: './', height: this.height },
    });
  }

  private preview({ title }: Entry): TemplateResult {
    const { address } = this;
    // A new frame each time: going to another address would add to the browser's history.
    return html`${keyed(address, html`<iframe name=${previewName} title="Preview: ${title}" src=${address}></iframe>`)}`;
  }

  private result(entry: Entry, place: Place): TemplateResult {
    const read = lessonAddress(this.lesson);
    const isRead = 'address' in read;
    const line = isRead ? place.line(this.embedded(entry, read.address)) : '';
    const isReady = isRead && this.settings !== null && !this.seedProblem;
    return html`<label for="line">The text to paste</label>
      <textarea id="line" readonly rows="5" spellcheck="false" .value=${line}></textarea>
      <p class=${isRead ? 'soft' : 'error'} id="problem-lesson" role="status">
        ${isRead ? read.warning : read.fault}
      </p>
      <p>${isRead ? place.needs({ lesson: read.address, theme: this.theme }) : nothing}</p>
      <div class="actions">
        <button class="first" type="button" ?disabled=${!isReady} @click=${() => this.copy(line)}>
          Copy
        </button>
        <button
          type="button"
          ?disabled=${!isRead}
          @click=${() => (isRead ? this.saveExample(place.example, read.address) : undefined)}
        >
          Save an example (${place.example})
        </button>
      </div>
      <p role="status" class="soft">${this.message}</p>`;
  }

  override render() {
    const { entry } = this;
    const place = placeOf(this.place);
    if (!entry || !place) return nothing;
    return html`<section aria-label="Line for another page" aria-busy="false">
      <div class="fields">${this.partSelect()} ${this.seedField(entry)}</div>
      ${this.preview(entry)}
      <div class="fields">
        ${this.placeSelect()} ${this.themeSelect()}
        <div class="wide">
          ${this.input('lesson', 'Address of the lesson', this.lesson, (text) => {
            this.lesson = text;
            this.message = '';
          })}
        </div>
      </div>
      ${this.result(entry, place)}
    </section>`;
  }
}

customElements.define('posenc-embed-generator', PosencEmbedGenerator);
