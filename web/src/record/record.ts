import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { classroom } from '../exercises/assignment.ts';
import { cardStyle } from '../exercises/card-style.ts';
import { catalogue, titleOf, variantName } from '../exercises/catalogue.ts';
import { Stored } from '../storage/stored.ts';
import { ensureTokens } from '../style/tokens.ts';
import { CurrentRequest } from '../ui/current-request.ts';
import { save } from '../ui/download.ts';
import { focusIn } from '../ui/focus.ts';
import { storageNotice, unreadableNotice } from '../ui/notices.ts';
import { whileConnected } from '../ui/connected.ts';
import { recordTable, removedWork, today } from './record-table.ts';
import { deskStyle } from './desk-style.ts';
import { documents, learnerFrom, noLearner, type RecordSheet, type Snapshot } from './documents.ts';
import { type GradedSheet, Grader, withScores } from './grader.ts';
import { fileName, importFile, workFile } from './work-file.ts';
import { Portfolio } from './portfolio.ts';
import { recordStyle } from './record-style.ts';

/** All sheets with an answer that was checked, in the order of the exercises. */
function sheetsIn(stored: Snapshot): RecordSheet[] {
  const place = ({ exercise }: RecordSheet) => catalogue.findIndex(({ id }) => id === exercise);
  return documents
    .flatMap(({ name, empty, sheets }) => sheets(stored[name] ?? empty))
    .sort((one, other) => place(one) - place(other) || one.seed - other.seed);
}

/**
 * All work that was checked, graded again: to print, export, import and remove.
 *
 *   <posenc-record></posenc-record>
 */
export class PosencRecord extends LitElement {
  static override properties = {
    graded: { state: true },
    busy: { state: true },
    error: { state: true },
    messages: { state: true },
    fault: { state: true },
    isDraggedOver: { state: true },
  };

  static override styles = [cardStyle, deskStyle, recordStyle];

  /** The last answer of the core. */
  declare private graded: GradedSheet[];
  declare private busy: boolean;
  /** Why the core could not grade everything; '' if it could. */
  declare private error: string;
  /** The last action, in sentences. */
  declare private messages: string[];
  /** The problem with a file; '' if there is none. */
  declare private fault: string;
  declare private isDraggedOver: boolean;

  private readonly portfolio = new Portfolio();
  private readonly learner = new Stored('learner', learnerFrom, noLearner);
  private readonly grader = new Grader();
  private readonly grading = new CurrentRequest();

  constructor() {
    super();
    this.graded = [];
    this.busy = true;
    this.error = '';
    this.messages = [];
    this.fault = '';
    this.isDraggedOver = false;
    whileConnected(this, () => [this.portfolio.watch(() => void this.regrade())]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    void this.regrade();
  }

  /** Grades some work and shows it, unless newer work is being graded by then. Returns it in any case. */
  private async regrade(stored = this.portfolio.snapshot()): Promise<GradedSheet[]> {
    const signal = this.grading.start();
    this.busy = true;
    this.requestUpdate();
    const { graded, error } = await this.grader.gradeAll(sheetsIn(stored));
    if (!signal.aborted) {
      this.graded = graded;
      this.error = error;
      this.busy = false;
    }
    return graded;
  }

  private async show(messages: string[], fault = ''): Promise<void> {
    // Emptied first: a screen reader does not speak the same text twice.
    this.messages = [];
    this.fault = '';
    await this.updateComplete;
    this.messages = messages;
    this.fault = fault;
  }

  private async export(): Promise<void> {
    // Everything as it is now: another tab may change it while the core grades.
    const at = new Date();
    const stored = this.portfolio.snapshot();
    const { name } = this.learner.value;
    const { current } = classroom();
    const sheets = (await this.regrade(stored)).map(withScores);
    const file = workFile({ name, class: current, at: at.toISOString(), sheets, kept: stored });
    save(fileName(name, at), 'application/json', [`${JSON.stringify(file, null, 1)}\n`]);
    const toInstructor = name.trim()
      ? 'Send this file to your instructor.'
      : 'Your instructor cannot see whose file this is: write your name above, and export again.';
    await this.show([`Downloading ${fileName(name, at)}.`, ...(current ? [toInstructor] : [])]);
  }

  private async import(file: File | undefined): Promise<void> {
    if (!file) return;
    const { messages, fault } = await importFile(file, this.portfolio);
    if (!fault) await this.regrade();
    await this.show(messages, fault);
  }

  private async reset(): Promise<void> {
    if (!this.portfolio.reset()) {
      await this.show(['There is nothing to remove.']);
      return;
    }
    await this.regrade();
    await this.show(['Everything was removed. Undo brings it back, even after a reload.']);
    await this.focusOn('undo');
  }

  private async undo(): Promise<void> {
    this.portfolio.undo();
    await this.regrade();
    await this.show(['Everything is restored.']);
    await this.focusOn(this.portfolio.removed ? 'undo' : 'export');
  }

  private async forget(): Promise<void> {
    this.portfolio.forget();
    this.requestUpdate();
    await this.show(['Deleted permanently.']);
    await this.focusOn('export');
  }

  /** For when the button that was pressed may be gone. */
  private focusOn(button: 'export' | 'undo'): Promise<void> {
    return focusIn(this, `[data-do=${button}]`);
  }

  private onDrag(event: DragEvent, isOver: boolean): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isDraggedOver = isOver;
  }

  private onDrop(event: DragEvent): void {
    this.onDrag(event, false);
    const [file, ...others] = event.dataTransfer?.files ?? [];
    if (others.length === 0) void this.import(file);
    else
      void this.show(
        [],
        'Your record takes one file: your own. Drop the files of a class on “See who did what”, on Teaching.',
      );
  }

  private renderLearner(): TemplateResult {
    const { name } = this.learner.value;
    return html`<div class="who">
        <p class="soft">Positional encoding, computed live: record of work</p>
        <p><b>${name || 'No name'}</b>, ${today()}</p>
      </div>
      <div class="fields">
        <div>
          <label for="name">Your name, for the record</label>
          <input
            id="name"
            autocomplete="name"
            maxlength="120"
            .value=${name}
            @input=${(event: Event) => {
              const typed = (event.target as HTMLInputElement).value;
              this.learner.change(() => ({ name: typed }));
              this.requestUpdate();
            }}
          />
        </div>
        <p class="soft">${today()}</p>
      </div>`;
  }

  private renderClass(): TemplateResult | typeof nothing {
    const { current } = classroom();
    if (!current) return nothing;
    const name = current.name ? ` for ${current.name}` : '';
    return html`<p>Set${name}: ${current.set.map(variantName).join('; ')}.</p>`;
  }

  private renderTable(): TemplateResult {
    if (this.graded.length > 0) return recordTable(this.graded);
    return html`<p class="soft">
      ${
        this.busy
          ? 'Grading …'
          : 'Nothing has been checked yet. Every exercise you check appears here.'
      }
    </p>`;
  }

  private renderNotices(): TemplateResult {
    const { storageProblem, unreadable } = this.portfolio;
    const notice = storageNotice(storageProblem, 'new work');
    return html`${notice ? html`<p class="notice screen">${notice} Export it to keep it.</p>` : nothing}
    ${
      unreadable.length > 0
        ? html`<p class="notice screen">${unreadableNotice(unreadable.map(titleOf).join(', '))}</p>`
        : nothing
    }
    ${
      this.error
        ? html`<p class="error" role="alert">
            Some scores are the saved ones, because the core could not grade them again:
            ${this.error}
          </p>`
        : nothing
    }`;
  }

  private renderActions(): TemplateResult {
    const { renderRoot } = this;
    return html`<div class="actions">
        <button type="button" class="first" data-do="export" @click=${() => this.export()}>
          Export
        </button>
        <button
          type="button"
          @click=${() => renderRoot.querySelector<HTMLInputElement>('#file')?.click()}
        >
          Import …
        </button>
        <button type="button" @click=${() => print()}>Print</button>
        <button type="button" data-do="reset" @click=${() => this.reset()}>Reset everything</button>
      </div>
      <input
        id="file"
        type="file"
        hidden
        accept=".json,application/json"
        @change=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          void this.import(input.files?.[0]);
          // So that the same file can be chosen again.
          input.value = '';
        }}
      />
      <p class="soft screen">You can also drop an exported file here.</p>`;
  }

  private renderMessages(): TemplateResult {
    const { messages, fault } = this;
    return html`${fault ? html`<p class="error" role="alert">${fault}</p>` : nothing}
      <div class="screen" role="status">
        ${
          messages.length > 0
            ? html`<ul>
                ${messages.map((one) => html`<li>${one}</li>`)}
              </ul>`
            : nothing
        }
      </div>`;
  }

  override render() {
    return html`<section
      id="record"
      class=${this.isDraggedOver ? 'over' : ''}
      aria-label="Everything you have checked"
      aria-busy=${this.busy}
      @dragover=${(event: DragEvent) => this.onDrag(event, true)}
      @dragleave=${(event: DragEvent) => this.onDrag(event, false)}
      @drop=${(event: DragEvent) => this.onDrop(event)}
    >
      ${this.renderLearner()} ${this.renderClass()} ${this.renderTable()} ${this.renderNotices()}
      ${this.renderActions()} ${this.renderMessages()}
      ${removedWork(this.portfolio, {
        undo: () => void this.undo(),
        forget: () => void this.forget(),
      })}
    </section>`;
  }
}

customElements.define('posenc-record', PosencRecord);
