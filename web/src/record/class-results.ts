import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { cardStyle } from '../exercises/card-style.ts';
import { ensureTokens } from '../style/tokens.ts';
import { CurrentRequest } from '../ui/current-request.ts';
import { save } from '../ui/download.ts';
import { progressStyle } from '../ui/progress-style.ts';
import { deskStyle } from './desk-style.ts';
import type { ClassResults, HandedIn, Learner } from './handed-in.ts';

/** What needs no more than this shows no progress. */
const patienceMs = 1000;

/** What is needed once files come. */
const loaded = async () => ({
  ...(await import('./handed-in.ts')),
  ...(await import('./class-table.ts')),
});

/**
 * Grades the files that a class has handed in. They are shown, and not stored: the reader's own work stays as it is.
 *
 *   <posenc-class-results></posenc-class-results>
 */
export class PosencClassResults extends LitElement {
  static override properties = {
    results: { state: true },
    opened: { state: true },
    progress: { state: true },
    isSlow: { state: true },
    busy: { state: true },
    fault: { state: true },
    isDraggedOver: { state: true },
  };
  static override styles = [
    cardStyle,
    deskStyle,
    progressStyle,
    css`
      .over {
        outline: 3px dashed var(--posenc-accent);
      }
      progress {
        width: 100%;
      }
      .wide {
        overflow-x: auto;
        margin: 0 0 0.7rem;
      }
      table {
        width: 100%;
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
      }
      th,
      td {
        text-align: left;
        vertical-align: top;
        padding: 0.35rem 0.9rem 0.35rem 0;
        border-top: 1px solid var(--posenc-line);
        white-space: nowrap;
      }
      thead th {
        border: 0;
        color: var(--posenc-soft);
        font-size: 0.82rem;
        font-weight: 400;
        line-height: 1.25;
        vertical-align: bottom;
      }
      thead span {
        display: block;
        min-width: 4.5rem;
        max-width: 9rem;
        white-space: normal;
      }
      /* Names stay in view beside the exercises. */
      tr > th:first-child {
        position: sticky;
        left: 0;
        background: var(--posenc-sheet);
      }
      :is(tbody, tfoot) th {
        font-weight: 600;
        white-space: normal;
        overflow-wrap: anywhere;
        min-width: 7.5rem;
        max-width: 20rem;
      }
      .title {
        font-weight: 600;
        margin: 1.1rem 0 0.3rem;
      }
      .slips {
        list-style: none;
        margin: 0 0 0.7rem;
        padding: 0;
      }
      .learner {
        all: unset;
        cursor: pointer;
        overflow-wrap: anywhere;
      }
      .learner::before {
        content: '▸ ' / '';
        color: var(--posenc-soft);
      }
      .learner[aria-expanded='true']::before {
        content: '▾ ' / '';
      }
      .learner:focus-visible {
        outline: 3px solid var(--posenc-accent);
        outline-offset: 2px;
      }
      /* In view beside the names, however many exercises there are. */
      .answers {
        position: sticky;
        left: 0;
        width: fit-content;
        max-width: min(46rem, 88cqw);
        margin: 0;
        white-space: normal;
      }
      small {
        display: block;
        font-weight: 400;
        font-size: 0.8rem;
        color: var(--posenc-soft);
      }
      .differs,
      .differs small {
        color: var(--posenc-form);
      }
      li {
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare private results: ClassResults | null;
  /** Whose answers are shown. */
  declare private opened: ReadonlySet<Learner>;
  /** Learners that are graded, of how many. */
  declare private progress: [done: number, all: number];
  declare private isSlow: boolean;
  declare private busy: boolean;
  declare private fault: string;
  declare private isDraggedOver: boolean;

  /** Once files have come. */
  private parts: Awaited<ReturnType<typeof loaded>> | null = null;
  private readonly reading = new CurrentRequest();

  constructor() {
    super();
    this.results = null;
    this.opened = new Set();
    this.progress = [0, 0];
    this.isSlow = false;
    this.busy = false;
    this.fault = '';
    this.isDraggedOver = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
  }

  private chosen(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    // So that the same files can be chosen again.
    input.value = '';
    return this.take(files);
  }

  private onDrag(event: DragEvent, isOver: boolean): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isDraggedOver = isOver;
  }

  private onDrop(event: DragEvent): Promise<void> {
    this.onDrag(event, false);
    const { items = [], files = [] } = event.dataTransfer ?? {};
    // Here, because after the event they are gone.
    const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    return this.take([...files], entries);
  }

  /** @param entries of what was dropped: folders have files */
  private async take(
    files: readonly File[],
    entries: readonly FileSystemEntry[] = [],
  ): Promise<void> {
    if (files.length + entries.length === 0) return;
    const signal = this.reading.start();
    this.busy = true;
    this.isSlow = false;
    this.fault = '';
    this.progress = [0, 0];
    const timer = setTimeout(() => (this.isSlow = true), patienceMs);
    try {
      const parts = (this.parts ??= await loaded());
      const all: HandedIn[] =
        entries.length > 0
          ? await parts.filesBelow(entries)
          : files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
      const results = await parts.resultsOf(all, signal, (done, count) => {
        if (!signal.aborted) this.progress = [done, count];
      });
      if (signal.aborted || !results) return;
      // A wrong file leaves the table as it is.
      if (this.results && results.learners.length === 0)
        this.fault = [parts.summaryOf(results), ...results.uncounted].join(' ');
      else this.results = results;
    } catch (error) {
      if (!signal.aborted)
        this.fault = `These files could not be graded: ${(error as Error).message}`;
    } finally {
      clearTimeout(timer);
      if (!signal.aborted) this.busy = false;
    }
  }

  private toggle(learner: Learner): void {
    const others = [...this.opened].filter((one) => one !== learner);
    this.opened = new Set(this.opened.has(learner) ? others : [...others, learner]);
  }

  private download(): void {
    if (!this.results || !this.parts) return;
    const { classCsv, classFileName } = this.parts;
    // (Spreadsheets need the mark to read names in UTF-8.)
    save(classFileName(new Date()), 'text/csv', ['\uFEFF', ...classCsv(this.results)]);
  }

  private renderProgress(): TemplateResult | typeof nothing {
    const [done, all] = this.progress;
    if (!this.busy || !this.isSlow) return nothing;
    return html`<p class="soft">
      ${all > 0 ? `Graded ${done} of ${all} learners` : 'Reading …'}
      <progress
        aria-label="Grading"
        max=${all > 0 ? all : nothing}
        value=${all > 0 ? done : nothing}
      ></progress>
    </p>`;
  }

  private renderResults(): TemplateResult | typeof nothing {
    const { results, parts } = this;
    if (!results || !parts) return nothing;
    const { uncounted, differences, learners } = results;
    const list = (lines: readonly string[]) =>
      lines.length > 0
        ? html`<ul class="notice">
            ${lines.map((line) => html`<li>${line}</li>`)}
          </ul>`
        : nothing;
    return html`${
      learners.length > 0
        ? html`${parts.classTable(results, {
              learners: this.opened,
              toggle: (learner) => this.toggle(learner),
            })}
            ${parts.frequentSlips(results)}
            <p class="soft">
              Press a name to see what was right and wrong. With a class link, its variants count,
              and the set is the mean of its exercises. Without one, the best variant of each
              exercise counts.
            </p>
            <div class="actions">
              <button type="button" @click=${() => this.download()}>Download CSV</button>
            </div>`
        : nothing
    }
    ${list(uncounted)} ${list(differences)}
    ${
      differences.length > 0
        ? html`<p class="soft">
            A file differs if somebody changed it, or if an older version of the lesson graded it.
          </p>`
        : nothing
    }`;
  }

  override render() {
    const { renderRoot, results, parts, fault, busy } = this;
    const choose = (id: string, words: string) =>
      html`<button
        type="button"
        @click=${() => renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.click()}
      >
        ${words}
      </button>`;
    const chosen = (event: Event) => this.chosen(event);
    return html`<section
      class=${this.isDraggedOver ? 'over' : ''}
      aria-label="Results of a class"
      aria-busy=${busy}
      @dragover=${(event: DragEvent) => this.onDrag(event, true)}
      @dragleave=${(event: DragEvent) => this.onDrag(event, false)}
      @drop=${(event: DragEvent) => this.onDrop(event)}
    >
      <p>Drop the files that your learners exported here, or a folder or zip file of them.</p>
      <div class="actions">
        ${choose('files', 'Choose files …')} ${choose('folder', 'Choose a folder …')}
      </div>
      <input
        id="files"
        type="file"
        hidden
        multiple
        accept=".json,.zip,application/json,application/zip"
        @change=${chosen}
      />
      <input id="folder" type="file" hidden webkitdirectory @change=${chosen} />
      <p class="soft">
        Nothing leaves this device, and nothing is stored: the results are here until you leave the
        page.
      </p>
      ${this.renderProgress()} ${fault ? html`<p class="error" role="alert">${fault}</p>` : nothing}
      <p class="message" role="status">
        ${results && parts && !busy ? parts.summaryOf(results) : nothing}
      </p>
      ${this.renderResults()}
    </section>`;
  }
}

customElements.define('posenc-class-results', PosencClassResults);
