import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Answers, Grade, LabSet, Reason, Verdict } from '../core/api.ts';
import { ofClass } from '../exercises/assignment.ts';
import { cardStyle } from '../exercises/card-style.ts';
import { catalogue, entryOf, titleOf } from '../exercises/catalogue.ts';
import { symbols, wordsFor } from '../exercises/feedback.ts';
import { noticeOf } from '../exercises/notice.ts';
import { slipIn } from '../exercises/slips.ts';
import { nameOf, texts } from '../exercises/texts.ts';
import { Kept } from '../storage/kept.ts';
import { outcomeOf } from '../storage/lab-work.ts';
import { ensureTokens } from '../style/tokens.ts';
import { save } from '../ui/download.ts';
import { compute } from '../worker/client.ts';
import { deskStyle } from './desk-style.ts';
import {
  type Claim,
  documents,
  learnerFrom,
  noLearner,
  type RecordSheet,
  runName,
  type Snapshot,
} from './documents.ts';
import { Portfolio } from './portfolio.ts';
import { differences, fileName, merged, readWorkFile, workFile } from './work-file.ts';

/** What the core gives for an exercise of any kind: the slips of labs have no names. */
interface Verdicts extends Pick<Grade, 'score' | 'max'> {
  items: { item: string; outcome: Verdict['outcome']; reason?: Reason | null }[];
}

/** What the core gives for a claim now; null where there is none, or the core cannot be asked. */
interface Graded {
  sheet: RecordSheet;
  best: Verdicts | null;
  latest: Verdicts | null;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const when = (at: string) =>
  Number.isNaN(Date.parse(at)) ? 'not known' : minute.format(Date.parse(at));

/** In the order in which they are listed, and whether their items are named. */
const listed: [Verdict['outcome'], 'named'?][] = [
  ['right'],
  ['convention'],
  ['carried-forward'],
  ['form', 'named'],
  ['wrong', 'named'],
  ['unreadable', 'named'],
  ['empty'],
];

const isLab = (exercise: string) => entryOf(exercise)?.kind === 'lab';

/** Of an exercise by hand "omega[0]" is ω[0]. A guess is named by its scheme, another question of a lab by its number. */
function written(exercise: string, item: string, number: number): string {
  if (exercise === 'prediction') return item.replace(/^guess-/, '');
  if (isLab(exercise)) return `question ${number}`;
  const text = texts[exercise];
  const [name = '', ...components] = item.split('[');
  return text ? [nameOf(name, text), ...components].join('[') : item.replaceAll('-', '−');
}

/** " (Positions count from 0)" */
const slipInBrackets = (exercise: string, reason: Reason) =>
  ` (${slipIn(exercise, reason).first.replace(/\.$/, '')})`;

/** Every verdict of a sheet, in short. */
const inShort = (exercise: string, { items }: Verdicts): TemplateResult[] =>
  listed.flatMap(([outcome, named]) => {
    const all = items.filter((verdict) => verdict.outcome === outcome);
    if (all.length === 0) return [];
    const which = all.map(({ item, reason }) => {
      const slip = outcome === 'wrong' && reason ? slipInBrackets(exercise, reason) : '';
      const number = items.findIndex((one) => one.item === item) + 1;
      return written(exercise, item, number) + slip;
    });
    const isNear = isLab(exercise) && outcome === 'form';
    const called = isNear ? 'near' : wordsFor(outcome).counted;
    const names = named ? `: ${which.join(', ')}` : '';
    return html`<span class=${outcome}
      ><span aria-hidden="true">${symbols[outcome]}</span> ${all.length} ${called}${names}.</span
    > `;
  });

/** (Besides, the source of a program is kept: that is not asked for.) */
const answersTo = (items: readonly { id: string }[], { answers }: Claim): Answers =>
  Object.fromEntries(items.map(({ id }) => [id, answers[id] ?? '']));

/** Which lab has the run of a set, as their links call them. */
const labs: Record<string, string> = {
  ...{ 'practice-3': 'lab-2', 'practice-4': 'lab-2', 'practice-5': 'lab-2' },
  longer: 'lab-3',
};

/** The lab with the settings of a run, where it is still kept or can be trained again. */
function linkOf({ exercise, setting = '' }: RecordSheet): string {
  const lab = labs[exercise] ?? 'lab-1';
  const set = [...new URLSearchParams(setting)].map(([key, value]) => [
    key.replace(/^run\./, `${lab}.`),
    value,
  ]);
  return `./train.html?${new URLSearchParams(set)}#${lab}`;
}

/** The core's answers, each asked for once. */
class Grader {
  private readonly items = new Map<string, Promise<{ id: string }[]>>();
  private readonly grades = new Map<string, Promise<Verdicts>>();

  async grade({ exercise, seed }: RecordSheet, claim: Claim | null): Promise<Verdicts | null> {
    if (!claim) return null;
    if (claim.outcome) {
      const set = exercise as LabSet;
      const { outcome } = claim;
      const run = outcomeOf(outcome);
      const items = await this.once(this.items, JSON.stringify([set, outcome]), () =>
        compute.call('labQuestions', set, run),
      );
      const answers = answersTo(items, claim);
      return this.once(this.grades, JSON.stringify([set, outcome, answers]), () =>
        compute.call('gradeLab', set, run, answers),
      );
    }
    const items = await this.once(this.items, `${exercise}:${seed}`, async () => {
      return (await compute.call('exercise', exercise, seed)).items;
    });
    const answers = answersTo(items, claim);
    const key = JSON.stringify([exercise, seed, answers]);
    return this.once(this.grades, key, () =>
      compute.call('gradeExercise', exercise, seed, answers),
    );
  }

  private once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    // What failed may be asked for again.
    answer.catch(() => known.delete(key));
    return answer;
  }
}

/**
 * All that was done, graded anew: to be printed, taken along, brought back, and removed.
 *
 *   <posenc-record></posenc-record>
 */
export class PosencRecord extends LitElement {
  static override properties = {
    graded: { state: true },
    busy: { state: true },
    error: { state: true },
    told: { state: true },
    fault: { state: true },
    over: { state: true },
  };
  static override styles = [
    cardStyle,
    deskStyle,
    css`
      .who {
        display: none;
      }
      .fields {
        display: grid;
        gap: 0.6rem;
        margin-bottom: 0.9rem;
      }
      .over {
        outline: 3px dashed var(--posenc-accent);
      }
      table {
        border-collapse: collapse;
        width: 100%;
        font-variant-numeric: tabular-nums;
      }
      tr,
      th,
      td {
        display: block;
        text-align: left;
        font-weight: 400;
      }
      thead {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }
      tbody {
        display: block;
        border-top: 1px solid var(--posenc-line);
        padding: 0.5rem 0;
      }
      td[data-label]::before {
        content: attr(data-label) ' ';
        color: var(--posenc-soft);
      }
      tbody th {
        font-weight: 600;
      }
      td {
        overflow-wrap: anywhere;
      }
      .verdicts {
        font-size: 0.85rem;
        color: var(--posenc-soft);
      }
      .verdicts > span {
        margin-right: 0.4rem;
      }
      .verdicts :is(.wrong, .form, .unreadable) {
        color: var(--posenc-ink);
      }
      .differs {
        color: var(--posenc-form);
      }
      @container (min-width: 36rem) {
        .fields {
          grid-template-columns: minmax(0, 1fr) auto;
          align-items: end;
        }
        tr {
          display: table-row;
        }
        th,
        td {
          display: table-cell;
          padding: 0.35rem 0.8rem 0.35rem 0;
          vertical-align: baseline;
          border-top: 1px solid var(--posenc-line);
        }
        thead {
          position: static;
          width: auto;
          height: auto;
          clip-path: none;
        }
        thead th {
          border: 0;
          color: var(--posenc-soft);
          font-size: 0.85rem;
          white-space: nowrap;
        }
        td[data-label]::before {
          content: none;
        }
        tbody {
          display: table-row-group;
        }
        td.number {
          white-space: nowrap;
        }
        td.verdicts {
          border: 0;
          padding: 0 0 0.6rem;
        }
      }
      @media print {
        :host {
          margin: 0;
          font-size: 9.5pt;
        }
        section {
          border: 0;
          padding: 0;
        }
        .fields,
        .actions,
        .screen {
          display: none;
        }
        .who {
          display: block;
          font-size: 12pt;
        }
        tbody {
          break-inside: avoid;
        }
      }
    `,
  ];

  /** By the core, for all sheets that are kept; as they are kept until it has answered. */
  declare private graded: Graded[];
  declare private busy: boolean;
  /** Why the core could not grade; '' if it could. */
  declare private error: string;
  /** What has just been done, in sentences. */
  declare private told: string[];
  /** What is wrong with a file; '' if nothing. */
  declare private fault: string;
  /** A file is being dragged over it. */
  declare private over: boolean;

  private readonly portfolio = new Portfolio();
  private readonly learner = new Kept('learner', learnerFrom, noLearner);
  private readonly grader = new Grader();
  private unwatch: (() => void) | null = null;
  /** Counts the rounds of grading: only the last is of interest. */
  private round = 0;

  constructor() {
    super();
    this.graded = [];
    this.busy = true;
    this.error = '';
    this.told = [];
    this.fault = '';
    this.over = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.unwatch = this.portfolio.watch(() => void this.regrade());
    void this.regrade();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
  }

  private sheetsIn(kept: Snapshot): RecordSheet[] {
    const place = ({ exercise }: RecordSheet) => catalogue.findIndex(({ id }) => id === exercise);
    return documents
      .flatMap(({ name, empty, sheets }) => sheets(kept[name] ?? empty))
      .sort((one, other) => place(one) - place(other) || one.seed - other.seed);
  }

  /** Shows how some work is graded, unless there is newer work by then, and returns it in any case. */
  private async regrade(kept = this.portfolio.snapshot()): Promise<Graded[]> {
    const round = ++this.round;
    this.busy = true;
    this.requestUpdate();
    let error = '';
    const graded: Graded[] = [];
    for (const sheet of this.sheetsIn(kept)) {
      const row: Graded = { sheet, best: null, latest: null };
      graded.push(row);
      try {
        row.best = await this.grader.grade(sheet, sheet.best);
        row.latest = await this.grader.grade(sheet, sheet.latest);
      } catch (problem) {
        error = (problem as Error).message;
      }
    }
    if (round === this.round) {
      this.graded = graded;
      this.error = error;
      this.busy = false;
    }
    return graded;
  }

  private async say(told: string[], fault = ''): Promise<void> {
    // The same words twice would be heard once.
    this.told = [];
    this.fault = '';
    await this.updateComplete;
    this.told = told;
    this.fault = fault;
  }

  private async export(): Promise<void> {
    // All as it is now: another tab may go on while the core grades.
    const at = new Date();
    const kept = this.portfolio.snapshot();
    const about = { name: this.learner.value.name, class: ofClass().current };
    const graded = await this.regrade(kept);
    const claimed = (claim: Claim | null, grade: Verdicts | null): Claim | null =>
      claim && grade ? { ...claim, score: grade.score, max: grade.max } : claim;
    const file = workFile({
      ...about,
      at: at.toISOString(),
      sheets: graded.map(({ sheet, best, latest }) => ({
        ...sheet,
        best: claimed(sheet.best, best),
        latest: claimed(sheet.latest, latest),
      })),
      kept,
    });
    const name = fileName(at);
    save(name, 'application/json', [`${JSON.stringify(file, null, 1)}\n`]);
    await this.say([`${name} is on its way to your downloads.`]);
  }

  private async import(file: File | undefined): Promise<void> {
    if (!file) return;
    let text: string;
    try {
      text = await file.text();
    } catch {
      return this.say([], `${file.name} was not imported: it could not be read.`);
    }
    const read = readWorkFile(file.name, text);
    if ('fault' in read) return this.say([], read.fault);
    const left =
      read.unknown.length > 0 ? [`Not known here, and left out: ${read.unknown.join(', ')}.`] : [];
    const before = this.portfolio.snapshot();
    const told = differences(before, merged(before, read.kept));
    if (told.length === 0) {
      return this.say([`${file.name} has nothing that is not here already.`, ...left]);
    }
    this.portfolio.add(read.kept);
    await this.regrade();
    return this.say([`${file.name} is imported.`, ...told, ...left]);
  }

  private async reset(): Promise<void> {
    if (!this.portfolio.reset()) {
      await this.say(['There is nothing to remove.']);
      return;
    }
    await this.regrade();
    await this.say(['Everything is removed. Undo brings it back, also after a reload.']);
    await this.focusOn('undo');
  }

  private async undo(): Promise<void> {
    this.portfolio.undo();
    await this.regrade();
    await this.say(['It is as it was before.']);
    await this.focusOn(this.portfolio.removed ? 'undo' : 'export');
  }

  private async forget(): Promise<void> {
    this.portfolio.forget();
    this.requestUpdate();
    await this.say(['It is gone.']);
    await this.focusOn('export');
  }

  /** The button that was pressed may have gone. */
  private async focusOn(button: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-do=${button}]`)?.focus();
  }

  private onDrag(event: DragEvent, over: boolean): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.over = over;
  }

  private onDrop(event: DragEvent): void {
    this.onDrag(event, false);
    void this.import(event.dataTransfer?.files[0]);
  }

  private row({ sheet, best, latest }: Graded): TemplateResult {
    const { exercise, seed, attempts } = sheet;
    const claim = sheet.best ?? sheet.latest;
    const grade = sheet.best ? best : latest;
    const score = grade?.score ?? claim?.score;
    const max = grade?.max ?? claim?.max;
    const differs = grade && claim?.score != null && claim.score !== grade.score;
    return html`<tbody
      data-exercise=${exercise}
      data-seed=${seed}
      data-setting=${sheet.setting ?? nothing}
    >
      <tr>
        <th scope="row">${titleOf(exercise)}</th>
        <td class="number" data-label="Seed:">${isLab(exercise) ? 'own run' : seed}</td>
        <td class="number" data-label="Checked:">${attempts || 'not known'}</td>
        <td class="number" data-label="Best:">
          ${score == null ? 'not graded' : html`<b>${score} of ${max}</b>`}
        </td>
        <td class="number" data-label="When:">${when(claim?.at ?? '')}</td>
      </tr>
      <tr>
        <td class="verdicts" colspan="5">
          ${
            claim?.outcome
              ? html`<span
                  >About a run of
                  <a href=${linkOf(sheet)}>${runName(claim.outcome, sheet.setting)}</a>.</span
                > `
              : nothing
          }
          ${grade ? inShort(exercise, grade) : nothing}
          ${
            differs
              ? html`<span class="differs"
                  >Was ${claim?.score} when it was checked: it is graded anew.</span
                >`
              : nothing
          }
        </td>
      </tr>
    </tbody>`;
  }

  private table(): TemplateResult {
    if (this.graded.length === 0) {
      return html`<p class="soft">
        ${this.busy ? 'Grading …' : 'Nothing has been checked yet. What you check in any exercise comes here.'}
      </p>`;
    }
    return html`<table>
      <thead>
        <tr>
          ${['Exercise', 'Seed', 'Checked', 'Best', 'When'].map(
            (head) => html`<th scope="col">${head}</th>`,
          )}
        </tr>
      </thead>
      ${this.graded.map((row) => this.row(row))}
    </table>`;
  }

  private notices(): TemplateResult {
    const { trouble, spoiled } = this.portfolio;
    const notice = noticeOf(trouble, null, '', 'your work');
    return html`${notice ? html`<p class="notice screen">${notice} Export it to keep it.</p>` : nothing}
    ${
      spoiled.length > 0
        ? html`<p class="notice screen">
            What was kept of ${spoiled.map(titleOf).join(', ')} cannot be read, and was put aside.
          </p>`
        : nothing
    }
    ${
      this.error
        ? html`<p class="error" role="alert">
            Not all could be graded anew, so scores are as they were kept: ${this.error}
          </p>`
        : nothing
    }`;
  }

  private removed(): TemplateResult | typeof nothing {
    const { removed, hasUnreadable } = this.portfolio;
    const forget = html`<button type="button" data-do="forget" @click=${() => this.forget()}>
      Remove that for good
    </button>`;
    if (!removed) {
      return hasUnreadable
        ? html`<div class="screen">
            <p class="soft">What could not be read is still kept beside the rest.</p>
            <div class="actions">${forget}</div>
          </div>`
        : nothing;
    }
    const [said, undo] = {
      reset: ['was reset', 'Undo the reset'],
      import: ['was changed by an import', 'Undo the import'],
      undo: ['was taken back', 'Bring the import back'],
    }[removed.why] as [string, string];
    return html`<div class="screen">
      <p class="soft">
        All of this ${said} on ${when(removed.at)}. What was here before is still kept.
      </p>
      <div class="actions">
        <button type="button" data-do="undo" @click=${() => this.undo()}>${undo}</button>
        ${forget}
      </div>
    </div>`;
  }

  override render() {
    const { name } = this.learner.value;
    const { current } = ofClass();
    const set = current
      ? `Set: ${current.name ? `${current.name}, ` : ''}${current.set.map(({ id, seed }) => `${id}:${seed}`).join(', ')}`
      : '';
    return html`<section
      id="record"
      class=${this.over ? 'over' : ''}
      aria-label="All that was checked"
      aria-busy=${this.busy}
      @dragover=${(event: DragEvent) => this.onDrag(event, true)}
      @dragleave=${(event: DragEvent) => this.onDrag(event, false)}
      @drop=${(event: DragEvent) => this.onDrop(event)}
    >
      <div class="who">
        <p class="soft">Positional encoding, computed live: record of work</p>
        <p><b>${name || 'No name'}</b>, ${day.format(new Date())}</p>
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
        <p class="soft">${day.format(new Date())}</p>
      </div>
      ${set ? html`<p>${set}</p>` : nothing} ${this.table()} ${this.notices()}
      <div class="actions">
        <button type="button" class="first" data-do="export" @click=${() => this.export()}>
          Export
        </button>
        <button
          type="button"
          @click=${() => this.renderRoot.querySelector<HTMLInputElement>('#file')?.click()}
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
      <p class="soft screen">A file that was exported can also be dropped here.</p>
      ${this.fault ? html`<p class="error" role="alert">${this.fault}</p>` : nothing}
      <div class="told screen" role="status">
        ${
          this.told.length > 0
            ? html`<ul>
                ${this.told.map((one) => html`<li>${one}</li>`)}
              </ul>`
            : nothing
        }
      </div>
      ${this.removed()}
    </section>`;
  }
}

customElements.define('posenc-record', PosencRecord);
