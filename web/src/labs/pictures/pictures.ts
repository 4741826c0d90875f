// A reader's own image, as a small square picture. It stays on the device.
import { css, html, isServer, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { CoordinateOptions, Picture } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { seed } from '../../figures/drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../../figures/figure.ts';
import { linePlot } from '../../figures/line-plot.ts';
import { plain, quantity } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/pictures-plot.ts';
import type { PictureTile } from '../../plots/pictures-plot.ts';
import { stillWidthsInText } from '../../plots/plot.ts';
import { endOnLeave, whileConnected } from '../../ui/connected.ts';
import { DropOnPage, dropStyle } from '../../ui/drop-on-page.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { reducedMotion } from '../../ui/motion.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { numbersIn, segments, type Values } from '../../ui/parameters.ts';
import { trainStyle } from '../../ui/train-style.ts';
import { compute } from '../../worker/client.ts';
import { progressBar, runButtons } from '../on-demand/model-on-demand.ts';
import {
  decibels,
  type Measured,
  mostScales,
  nerfLook,
  type Network,
  type NetworkRun,
  paint,
  type Painting,
  PictureTraining,
  randomLook,
  rawLook,
} from './picture-training.ts';

interface ReaderPicture {
  name: string;
  picture: Picture;
}

/** The middle of an image, `side` pixels wide; on white where it is transparent. */
async function readPicture(file: File, side: number): Promise<ReaderPicture> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PosencError(
      'invalid-argument',
      `“${file.name}” could not be read as an image. Choose a PNG, JPEG, WebP or GIF file.`,
    );
  });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new PosencError('unsupported', 'This browser cannot draw on a canvas.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  const cut = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - cut) / 2, (bitmap.height - cut) / 2];
  context.drawImage(bitmap, left, top, cut, cut, 0, 0, side, side);
  bitmap.close();
  const { data } = context.getImageData(0, 0, side, side);
  // Without opacity.
  const bytes = data.filter((_, n) => n % 4 !== 3);
  return { name: file.name, picture: { side, values: Float64Array.from(bytes, (b) => b / 255) } };
}

const parameters = {
  picture: segments('picture', 'whale', [
    ['whale', 'Whale'],
    ['glass', 'Stained glass'],
    ['ripples', 'Ripples'],
  ]),
  scales: {
    type: 'list',
    label: 'random scales',
    counts: 'scales',
    value: '0.5, 3, 15',
    most: mostScales,
  },
  levels: {
    type: 'number',
    label: 'frequencies of NeRF’s waves',
    value: 5,
    slider: { min: 1, max: 12, step: 1 },
    whole: true,
  },
  steps: {
    type: 'number',
    label: 'steps',
    value: 300,
    slider: { min: 50, max: 1000, step: 50 },
    least: 10,
    most: 5000,
    whole: true,
  },
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  picture: Picture;
  networks: Network[];
  /** What they paint, if the first picture is a still of it: in the page as it is built, and with reduced motion. */
  painted?: Painting;
}

/** The widths of its still across a page, and on a phone. */
const acrossPage: readonly [number, number] = [918, 327];

/** Training that nobody has asked for runs while the figure reaches into the middle of the screen. */
const inSight = '-25% 0px';

/** The measurements of the network that has the most. */
const longestOf = (runs: readonly (readonly Measured[])[]): readonly Measured[] =>
  runs.reduce((longest, one) => (one.length > longest.length ? one : longest), []);

/**
 * A small network learns a picture from coordinates, several times side by side: from x and y alone, from NeRF's waves,
 * and from random Fourier features of some scales. The pictures appear while they train, on every second pixel.
 *
 *   <posenc-pictures picture="whale" scales="0.5, 3, 15" levels="5" steps="300" seed="1"></posenc-pictures>
 */
export class PosencPictures extends figureWith('pictures', parameters)<Answer> {
  static override properties = {
    training: { state: true },
    readerPicture: { state: true },
    problem: { state: true },
    announcement: { state: true },
    beside: { type: Boolean },
  };

  static override styles = [
    ...PosencFigure.styles,
    visuallyHidden,
    trainStyle,
    dropStyle,
    css`
      .no-scripts {
        display: none;
      }
      @media (scripting: none) {
        .no-scripts {
          display: block;
        }
      }
      :host([bare]) .primary {
        display: none;
      }
      .button.file {
        justify-self: start;
      }
      .own {
        font-size: 0.85rem;
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare private training: PictureTraining | null;
  /** The reader's image, instead of one of the library's. */
  declare private readerPicture: ReaderPicture | null;
  /** About the file that was opened last. */
  declare private problem: string;
  /** Spoken: the beginning and the end of training. */
  declare private announcement: string;
  /** It stands beside a text: its still is drawn for that width. */
  declare beside: boolean;

  private isPlanned = false;
  /** It paints once by itself, unless the reader was there first. */
  private mayPaintUnasked = true;
  private isInSight = false;
  private unasked: PictureTraining | null = null;
  private asked: { answer: Answer; values: Params } | null = null;
  private opened = 0;
  private readonly drop = new DropOnPage(this, ({ files: [file] }) => {
    if (file) void this.open(file);
  });

  protected override readonly label = 'Networks that learn a picture';
  protected override readonly formula =
    'color = network(γ(x, y)); γ: x and y from −1 to 1; or sin(2ᵏπx), cos(2ᵏπx), … for k = 0 … L − 1; or cos(2πBv), sin(2πBv) with v = (x, y) from 0 to 1 and B ~ N(0, scale²). PSNR = −10 log₁₀ of the mean squared error of colors from 0 to 1';
  protected override readonly primary = ['picture'] as const;

  constructor() {
    super();
    this.training = null;
    this.readerPicture = null;
    this.problem = '';
    this.announcement = '';
    this.beside = false;
    endOnLeave(this, () => {
      this.training?.stop();
      this.changed();
    });
    whileConnected(this, () => {
      const observer = new IntersectionObserver(
        (entries) => this.see(entries.at(-1)?.isIntersecting === true),
        { rootMargin: inSight },
      );
      observer.observe(this);
      return [() => observer.disconnect()];
    });
  }

  /** What its still shows is better than empty frames: it stays until painting begins, or a reader wants something. */
  override wake(): void {
    if (this.isInSight || !this.mayPaintUnasked || reducedMotion()) {
      super.wake();
      return;
    }
    for (const wanted of ['pointerdown', 'keydown', 'focusin']) {
      this.addEventListener(wanted, () => super.wake(), { once: true });
    }
  }

  private see(isInSight: boolean): void {
    this.isInSight = isInSight;
    if (isInSight) {
      super.wake();
      this.paintUnasked();
      this.unasked?.resume();
    } else this.unasked?.pause();
  }

  private paintUnasked(): void {
    if (!this.mayPaintUnasked || !this.isInSight || !this.asked || reducedMotion()) return;
    this.start(this.asked.answer, this.asked.values);
    this.unasked = this.training;
  }

  protected override changeByReader(property: string, value: unknown): void {
    this.mayPaintUnasked = false;
    super.changeByReader(property, value);
  }

  override updated(changed: PropertyValues): void {
    if (changed.has('shown')) this.paintUnasked();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('picture') && this.hasUpdated) this.forgetImage();
    // With other settings, or once there is an answer about them, they are other networks.
    const newNetworks = [...Object.keys(parameters), 'readerPicture', 'shown'];
    if (newNetworks.some((name) => changed.has(name)) && this.training) {
      this.training.stop();
      this.training = null;
      this.announcement = '';
    }
    super.willUpdate(changed);
  }

  private async network(
    look: Omit<Network, 'options' | 'parameters'>,
    options: CoordinateOptions,
  ): Promise<Network> {
    const { parameters } = await this.call('pictureNetwork', options);
    return { ...look, options, parameters };
  }

  protected override async ask(values: Params): Promise<Answer> {
    const { picture, scales, levels, steps, seed } = values;
    const wanted = [...new Set(numbersIn(scales))];
    const [drawn, raw, nerf, random] = await Promise.all([
      this.call('picture', picture),
      this.call('pictureDefaults', 'raw'),
      this.call('pictureDefaults', 'nerf'),
      this.call('pictureDefaults', 'random'),
    ]);
    const networks = await Promise.all([
      this.network(rawLook, { ...raw, seed }),
      this.network(nerfLook, { ...nerf, levels, seed }),
      ...wanted.map((scale) => this.network(randomLook(scale), { ...random, scale, seed })),
    ]);
    const answer: Answer = { picture: drawn, networks };
    if (this.mayPaintUnasked && (isServer || reducedMotion())) {
      answer.painted = await paint(PosencFigure.computes, drawn, networks, steps);
      this.mayPaintUnasked = false;
    }
    this.asked = { answer, values };
    return answer;
  }

  private paintingOf({ painted }: Answer): Painting | null {
    return this.training ?? (this.readerPicture ? null : (painted ?? null));
  }

  private shownPicture({ picture }: Answer): Picture {
    return this.readerPicture?.picture ?? picture;
  }

  // The reader's own image.

  private async open(file: File): Promise<void> {
    const turn = ++this.opened;
    this.problem = '';
    try {
      const { side } = await compute.call('picture', this.shownName);
      const picture = await readPicture(file, side);
      if (turn === this.opened) this.readerPicture = picture;
    } catch (error) {
      if (turn === this.opened) this.problem = (error as PosencError).message;
    }
  }

  /** Back to the library's picture, also if a file is still being read. */
  private forgetImage(): void {
    this.opened++;
    this.problem = '';
    this.readerPicture = null;
  }

  private get shownName(): Params['picture'] {
    return (this as unknown as Params).picture;
  }

  private onFile(event: Event): void {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) void this.open(file);
    // The same file, changed, can be opened again.
    input.value = '';
  }

  // Training.

  private start(answer: Answer, { steps }: Params): void {
    this.mayPaintUnasked = false;
    this.unasked = null;
    this.training?.stop();
    this.announcement = 'Training has started.';
    this.training = new PictureTraining(
      this.shownPicture(answer),
      answer.networks,
      steps,
      this.changed,
    );
  }

  protected override async playThrough(): Promise<void> {
    if (!this.asked) return;
    this.start(this.asked.answer, this.asked.values);
    while (this.training?.isOver === false) await new Promise(requestAnimationFrame);
  }

  /** At most once in a frame. */
  private readonly changed = (): void => {
    if (this.isPlanned) return;
    this.isPlanned = true;
    requestAnimationFrame(() => {
      this.isPlanned = false;
      const { training } = this;
      if (training?.isOver) {
        this.announcement = training.failure ? '' : `Training is over. ${this.finding(training)}`;
        this.dispatchEvent(new Event('painted'));
      }
      this.requestUpdate();
    });
  };

  private runOf(answer: Answer, network: Network): NetworkRun | null {
    return this.paintingOf(answer)?.runs.find((run) => run.network === network) ?? null;
  }

  protected override tone(answer: Answer | null): Tone {
    return answer && this.paintingOf(answer)?.isOver ? 'accent' : 'soft';
  }

  protected override caption(answer: Answer): string {
    const painting = this.paintingOf(answer);
    if (!painting?.best) return 'Which network will see it?';
    return `${painting.isOver ? 'Best' : 'Ahead'}: ${painting.best.network.name}`;
  }

  /** The best network against raw coordinates, and against what fits best but fails elsewhere. */
  private finding({ runs, best }: Painting): string {
    const raw = runs.find(({ network }) => network.options.input === 'raw')?.latest;
    const latest = best?.latest;
    if (!best || !latest || !raw) return '';
    const against =
      best.network.options.input === 'raw'
        ? ''
        : `, ${decibels(latest.heldOut - raw.heldOut)} above raw coordinates`;
    const noisy = runs.find(
      (run) =>
        run.latest !== null &&
        run.latest.trained > latest.trained - 5 &&
        run.latest.heldOut < latest.heldOut - 5,
    );
    const fails = noisy?.latest
      ? `. With ${noisy.network.title}, the trained pixels fit (${decibels(noisy.latest.trained)}) but those held out do not (${decibels(noisy.latest.heldOut)})`
      : '';
    return `With ${best.network.title}, held-out pixels reach ${decibels(latest.heldOut)}${against}${fails}.`;
  }

  /** Of the best network, against raw coordinates. */
  private lead({ runs, best }: Painting): string {
    const raw = runs.find(({ network }) => network.options.input === 'raw')?.latest;
    if (!best?.latest || !raw) return '';
    const reached = `Held-out pixels: ${decibels(best.latest.heldOut)}`;
    return best.network.options.input === 'raw'
      ? `${reached}.`
      : `${reached}, ${decibels(best.latest.heldOut - raw.heldOut)} above raw coordinates.`;
  }

  protected override subtitle(answer: Answer): string {
    const painting = this.paintingOf(answer);
    return painting?.best
      ? this.lead(painting)
      : 'Each network gets a place and returns its color.';
  }

  protected override setting(answer: Answer, { steps, seed }: Params): string {
    const painting = this.paintingOf(answer);
    const { side } = answer.picture;
    const [{ options } = { options: null }] = answer.networks;
    const setup = options
      ? `${side} × ${side} pixels, trained on every second one, as on a chessboard; below each picture, its PSNR at the others; ${quantity(options.layers, 'layer')} of ${options.hidden}, ${steps} steps, seed ${plain(seed)}`
      : '';
    return `${painting?.best ? `${this.finding(painting)} ` : ''}Each network gets a place and returns its color: ${setup}`;
  }

  private describe(answer: Answer, tile: number): string {
    if (tile === 0)
      return this.readerPicture ? `your image, ${this.readerPicture.name}` : 'the picture to learn';
    const network = answer.networks[tile - 1];
    if (!network) return '';
    const run = this.runOf(answer, network);
    const { latest = null } = run ?? {};
    const learned = `${network.title}, ${network.parameters} numbers to learn`;
    if (run && run.divergedAt !== null)
      return `${learned}: the loss was not finite at step ${run.divergedAt}`;
    return latest
      ? `${learned}: held-out pixels ${decibels(latest.heldOut)}, trained pixels ${decibels(latest.trained)} after ${latest.step} steps`
      : `${learned}, not trained yet`;
  }

  protected override summary(answer: Answer): string {
    return `${answer.networks.length + 1} pictures: ${[0, ...answer.networks.map((_, n) => n + 1)]
      .map((tile) => this.describe(answer, tile))
      .join('; ')}.`;
  }

  protected override table(answer: Answer): DataTable {
    const runs = answer.networks.map((network) => this.runOf(answer, network)?.measured ?? []);
    const steps = longestOf(runs).map(({ step }) => step);
    return {
      head: [
        'step',
        ...answer.networks.flatMap(({ name }) => [
          `${name}: held-out pixels (dB)`,
          `${name}: trained pixels (dB)`,
        ]),
      ],
      count: steps.length,
      row: (n) => [
        steps[n] ?? 0,
        ...runs.flatMap((measured) => [measured[n]?.heldOut ?? '', measured[n]?.trained ?? '']),
      ],
    };
  }

  private tiles(answer: Answer): PictureTile[] {
    const painting = this.paintingOf(answer);
    const best = painting?.isOver ? painting.best : null;
    // There nothing has said what is held out, nor in which unit it is measured.
    const isBare = this.bare;
    return [
      {
        name: this.readerPicture ? 'your image' : 'to learn',
        short: this.readerPicture ? 'your image' : 'to learn',
        note: isBare ? '' : 'half held out',
        picture: this.shownPicture(answer),
        isBest: false,
      },
      ...answer.networks.map((network): PictureTile => {
        const run = this.runOf(answer, network);
        const note = run?.latest && !isBare ? decibels(run.latest.heldOut) : '';
        return {
          ...{ name: network.name, short: network.short },
          note: run && run.divergedAt !== null ? 'diverged' : note,
          picture: run?.picture ?? null,
          isBest: run !== null && run === best,
        };
      }),
    ];
  }

  private curves(answer: Answer, { steps }: Params): TemplateResult {
    const runs = answer.networks.map((network) => ({ network, run: this.runOf(answer, network) }));
    const series = runs.flatMap(({ network, run }): Series[] =>
      run?.latest
        ? [
            {
              ...{ name: network.short, color: network.color, as: network.as },
              x: run.measured.map(({ step }) => step),
              y: run.measured.map(({ heldOut }) => heldOut),
            },
          ]
        : [],
    );
    const stops = longestOf(runs.map(({ run }) => run?.measured ?? [])).map(({ step }) => step);
    const describe = (n: number) =>
      `step ${stops[n] ?? 0}: ${runs
        .flatMap(({ network, run }) => {
          const one = run?.measured[n];
          return one ? [`${network.name} ${decibels(one.heldOut)}`] : [];
        })
        .join(', ')}`;
    return linePlot('PSNR of held-out pixels by step', '', {
      height: 250,
      series,
      across: { title: 'steps', domain: [0, steps] },
      up: { title: 'PSNR of held-out pixels (dB)' },
      stops,
      describe,
    });
  }

  private train(answer: Answer | null, values: Params) {
    const { training } = this;
    const isRunning = training !== null && !training.isOver;
    const { steps } = values;
    return html`<div class="train">
      ${
        isRunning
          ? runButtons({
              isPaused: training.paused,
              pause: () => {
                // From now on it is the reader's.
                this.unasked = null;
                training.pause();
              },
              resume: () => training.resume(),
              stop: () => {
                training.stop();
                this.changed();
              },
            })
          : html`<button
              class="button main"
              type="button"
              ?disabled=${!answer}
              @click=${() => answer && this.start(answer, values)}
            >
              ${training ? 'Train again' : 'Train'}
            </button>`
      }
      ${
        isRunning
          ? html`${progressBar('Training steps', training.stepsDone, training.runs.length * steps)}
              <span
                >${training.paused ? 'paused at step' : 'step'} ${training.step} of ${steps}</span
              >`
          : nothing
      }
      <p class="error" role="status">${training?.failure?.message}</p>
      ${liveRegion(this.announcement)}
    </div>`;
  }

  protected override plot(answer: Answer | null, values: Params, summary: string) {
    return html`<posenc-pictures-plot
        data-plot
        label="The picture, and what each network draws"
        .summary=${summary}
        .stillWidths=${this.beside ? stillWidthsInText : acrossPage}
        .tiles=${answer ? this.tiles(answer) : []}
        .describe=${(tile: number) => (answer ? this.describe(answer, tile) : '')}
      ></posenc-pictures-plot>
      <p class="no-scripts">Training needs JavaScript.</p>
      ${this.train(answer, values)}`;
  }

  protected override details(answer: Answer, values: Params): TemplateResult {
    return this.paintingOf(answer) ? this.curves(answer, values) : html``;
  }

  protected override actions() {
    const { readerPicture } = this;
    return html`<label class="button file"
        >Your own image …
        <input type="file" accept="image/*" @change=${(event: Event) => this.onFile(event)}
      /></label>
      ${
        readerPicture
          ? html`<span class="own">${readerPicture.name}: stays on this device, in no link</span
              ><button class="button" type="button" @click=${() => this.forgetImage()}>
                Remove
              </button>`
          : nothing
      }
      ${this.problem ? html`<p class="error" role="alert">${this.problem}</p>` : nothing}
      ${this.drop.render('Drop an image to learn it')}`;
  }
}

customElements.define('posenc-pictures', PosencPictures);
