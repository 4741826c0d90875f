import { css, html, nothing, type TemplateResult } from 'lit';
import { assignedSeed, type Assignment, classroom } from '../exercises/assignment.ts';
import { cardStyle } from '../exercises/card-style.ts';
import { catalogue, type Entry, timeFor } from '../exercises/catalogue.ts';
import { quizAnswers, type QuizWork } from '../exercises/quiz/quiz-work.ts';
import { comebacks, isDue, unsettled } from '../exercises/quiz/schedule.ts';
import { Verdicts } from '../exercises/quiz/verdicts.ts';
import { type Shown, slipIn, type Statement } from '../exercises/slips.ts';
import { owner } from '../storage/stored.ts';
import { ensureTokens } from '../style/tokens.ts';
import { AfterPress, toggleAfterFrame } from '../ui/after-press.ts';
import { whileConnected } from '../ui/connected.ts';
import { focusIn } from '../ui/focus.ts';
import { storageNotice } from '../ui/notices.ts';
import { compute } from '../worker/client.ts';
import { deskStyle } from './desk-style.ts';
import { documents, quizDocument } from './documents.ts';
import { exerciseList, exerciseMap, mapStyle, states } from './exercise-map.ts';
import { followMoved } from './moved.ts';
import { Portfolio } from './portfolio.ts';
import { type Line, nextOf, type Standing, standingOf } from './standing.ts';

/** A slip, where the lesson explains it, and the exercises in which it was made. */
interface SlipMade {
  statement: Statement;
  shown: Shown;
  entries: Entry[];
}

function slipsIn(lines: readonly Line[]): SlipMade[] {
  const made = new Map<string, SlipMade>();
  for (const { entry, standing } of lines) {
    for (const reason of standing.slips) {
      // A kept sheet may have a slip that this version does not know.
      const slip = slipIn(entry.id, reason);
      if (!slip) continue;
      // Its first sentence, "Right so far", does not name the slip.
      const statement = reason === 'rounded' ? { ...slip, first: slip.why } : slip;
      const known = made.get(statement.first) ?? { statement, shown: slip.shown, entries: [] };
      known.entries.push(entry);
      made.set(statement.first, known);
    }
  }
  return [...made.values()];
}

const classText = (name: string) => (name ? `the class “${name}”` : 'a class');

/** How a class's work reaches its instructor: through the course whose page is around this one, or as a file. */
const handInText = () =>
  owner
    ? html`press <b>Finish and send</b> above the lesson.`
    : html`<a href="./record.html#your-record">export your record</a> and send the file to your
        instructor.`;

/**
 * How the learner stands with all exercises, what to do next, and where the lesson explains their slips.
 *
 *   <posenc-progress></posenc-progress>
 */
export class PosencProgress extends AfterPress {
  static override properties = { pointed: { state: true } };
  static override styles = [
    cardStyle,
    deskStyle,
    mapStyle,
    css`
      .next {
        font-size: 1rem;
      }
      .title {
        font-weight: 600;
        margin: 1.1rem 0 0.5rem;
      }
      .so-far {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.9rem;
        margin: 0;
        color: var(--posenc-soft);
      }
      .so-far b {
        color: var(--posenc-ink);
      }
      .slips li {
        border-top: 1px solid var(--posenc-line);
        margin: 0;
        padding: 0.28rem 0;
      }
      summary {
        padding: 0.6rem 0;
        cursor: pointer;
      }
      @media print {
        details:not([open]) {
          display: none;
        }
      }
    `,
  ];

  /** The exercise under the pointer or the focus. */
  declare private pointed: Entry | null;

  private readonly portfolio = new Portfolio();
  private quiz = standingOf([]);
  /** The work that this standing is of. */
  private gradedQuiz: QuizWork | null = null;

  constructor() {
    super();
    this.pointed = null;
    const changed = () => {
      this.requestUpdate();
      void this.gradeQuiz();
    };
    whileConnected(this, () => [this.portfolio.watch(changed)]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // (It is the first thing on that page.)
    followMoved();
    ensureTokens(this);
    void this.gradeQuiz();
  }

  /** Asks the core how the learner stands with the quiz. */
  private async gradeQuiz(): Promise<void> {
    const work = this.portfolio.value(quizDocument);
    if (work === this.gradedQuiz) return;
    this.gradedQuiz = work;
    // If the core cannot be loaded, the quiz itself says so.
    const standing = await quizStanding(work, new Date()).catch(() => null);
    if (!standing || work !== this.gradedQuiz) return;
    this.quiz = standing;
    this.requestUpdate();
  }

  private standing(id: string, seed: number | null): Standing {
    if (id === quizDocument.name) return this.quiz;
    const document = documents.find(({ name }) => name === id);
    return document?.standing?.(this.portfolio.value(document), seed) ?? standingOf([]);
  }

  private async change(to: 'leave' | 'undo'): Promise<void> {
    const assigned = classroom();
    assigned.put(to === 'leave' ? null : assigned.before);
    this.requestUpdate();
    // The button that was pressed may be gone.
    await focusIn(this, '.class button:last-child');
  }

  /** On the web, a learner may leave a set; a course keeps its own. */
  private renderWaysOut(current: Assignment, before: Assignment | null): TemplateResult {
    return html`<div class="actions">
      <button type="button" @click=${() => this.change('leave')}>Leave this set</button>
      ${
        before && JSON.stringify(before) !== JSON.stringify(current)
          ? html`<button type="button" @click=${() => this.change('undo')}>
              Back to
              ${
                before.name === current.name
                  ? 'the other set'
                  : `the set for ${classText(before.name)}`
              }
            </button>`
          : nothing
      }
    </div>`;
  }

  private renderClass(isDone: boolean): TemplateResult | typeof nothing {
    const { current, before, fault } = classroom();
    const faultText = fault
      ? html`<p class="error" role="alert">
          The link to this page could not be used: ${fault}. The page works without it.
        </p>`
      : nothing;
    if (current) {
      return html`${faultText}
        <div class="class">
          <p role="status">
            <b>This is the set for ${classText(current.name)}</b>.
            ${owner ? nothing : 'Everyone gets the same variant of each exercise.'}
            ${isDone ? nothing : html`When you are done, ${handInText()}`}
          </p>
          ${owner ? nothing : this.renderWaysOut(current, before)}
        </div>`;
    }
    return before
      ? html`${faultText}
          <div class="class">
            <p role="status">You have left the set for ${classText(before.name)}.</p>
            <div class="actions">
              <button type="button" @click=${() => this.change('undo')}>Undo</button>
            </div>
          </div>`
      : faultText;
  }

  private renderNext(next: Line | null): TemplateResult {
    if (!next && classroom().current) return html`<b>All done.</b> Now ${handInText()}`;
    if (!next)
      return html`<b>All done.</b> For more practice, try new variants of the by-hand exercises.`;
    const { entry, standing } = next;
    const link = html`<a href=${entry.href}>${entry.title}</a>`;
    if (standing.state === 'new') return html`<b>Next:</b> ${link}.`;
    if (standing.due > 0) {
      const questions = standing.due === 1 ? 'question is' : 'questions are';
      return html`<b>Next:</b> ${link}, where ${standing.due} ${questions} due again.`;
    }
    if (standing.state === 'begun') return html`<b>Next:</b> continue with ${link}.`;
    if (entry.kind === 'quiz') return html`<b>Next:</b> ${link}, which is shaky: ${standing.why}.`;
    const [slip] = slipsIn([next]);
    return html`<b>Next:</b> ${link}, which is shaky: ${standing.why}.
      ${
        slip
          ? html`Look at <a href=${slip.shown.href}>${slip.shown.title}</a> first, then try again.`
          : `Try it once more${entry.kind === 'hand' && !classroom().current ? ', or try a new variant' : ''}.`
      }`;
  }

  private renderSoFar(lines: readonly Line[]): TemplateResult {
    const count = (state: Standing['state']) =>
      lines.filter(({ standing }) => standing.state === state).length;
    const part = (state: 'begun' | 'shaky') => {
      const { symbol, word } = states[state];
      return count(state) > 0
        ? html`<span><span aria-hidden="true">${symbol}</span> ${count(state)} ${word}</span>`
        : nothing;
    };
    const done = count('done');
    return html`<p class="so-far">
      ${
        done > 0
          ? html`<b>${done} of ${lines.length} done</b>`
          : html`<span>${timeFor(lines.map(({ entry }) => entry.id))}</span>`
      }
      ${part('begun')}${part('shaky')}
    </p>`;
  }

  private renderMap(lines: readonly Line[], next: Line | null): TemplateResult {
    return exerciseMap({
      lines,
      next: next?.entry ?? null,
      pointed: this.pointed,
      point: (entry) => (this.pointed = entry),
    });
  }

  private renderNotice(): TemplateResult | typeof nothing {
    const notice = storageNotice(this.portfolio.storageProblem, 'new work');
    if (!notice) return nothing;
    return html`<p class="notice">
      ${notice} <a href="./record.html#your-record">Export it</a> to keep it.
    </p>`;
  }

  override updated(): void {
    // The page keeps room for all exercises.
    this.toggleAttribute('data-own-room', classroom().current !== null);
  }

  override render() {
    const { current } = classroom();
    const line = (entry: Entry): Line => {
      return { entry, standing: this.standing(entry.id, assignedSeed(entry.id)) };
    };
    const isSet = ({ id }: Entry) => !current || assignedSeed(id) !== null;
    const set = catalogue.filter(isSet).map(line);
    const others = catalogue.filter((entry) => !isSet(entry)).map(line);
    const slips = slipsIn([...set, ...others]);
    const next = nextOf(set);
    return html`<section aria-label="Your progress" aria-busy="false">
      ${this.renderClass(next === null)}
      <p class="next" role="status">${this.renderNext(next)}</p>
      ${this.renderSoFar(set)} ${this.renderMap(set, next)}
      <details class="list">
        <summary @click=${toggleAfterFrame}>Exercise list, with your best results</summary>
        ${exerciseList(set)}
      </details>
      ${
        others.length > 0
          ? html`<details>
              <summary @click=${toggleAfterFrame}>${others.length} more, not in this set</summary>
              ${this.renderMap(others, null)} ${exerciseList(others)}
            </details>`
          : nothing
      }
      ${
        slips.length > 0
          ? html`<p class="title">Recent slips, and where to look</p>
              <ul class="slips">
                ${slips.map(
                  ({ statement, shown, entries }) =>
                    html`<li>
                      <b>${statement.first}</b> ${entries.map(({ title }) => title).join('; ')}. See
                      <a href=${shown.href}>${shown.title}</a>.
                    </li>`,
                )}
              </ul>`
          : nothing
      }
      ${this.renderNotice()}
    </section>`;
  }
}

customElements.define('posenc-progress', PosencProgress);

// A learner's standing with the quiz, by the core's verdicts on all answers.

const verdicts = new Verdicts();

/** Done once the last answer to every question was right; shaky while a missed question is still wrong or due. */
async function quizStanding(work: QuizWork, now: Date): Promise<Standing> {
  const none = standingOf([]);
  const { history } = work;
  const last = history.at(-1);
  if (!last) return none;
  const seed = work.seed ?? 0;
  const { facts } = await compute.call('exercise', 'quiz', seed);
  const questions = new Set((facts['counted'] ?? '').split(', '));
  await verdicts.judge(seed, questions, history);
  const judged = verdicts.on(history);
  const waiting = comebacks(judged, now);
  const missed = unsettled(judged, now).length;
  const { latest: answers } = quizAnswers(work);
  const score = [...questions].filter((id) => verdicts.isRight(id, answers[id])).length;
  const state = missed > 0 ? 'shaky' : score === questions.size ? 'done' : 'begun';
  return {
    ...none,
    state,
    why:
      missed > 0
        ? `${missed} missed ${missed === 1 ? 'question needs' : 'questions need'} another try`
        : '',
    best: { answers, score, max: questions.size, at: last.at },
    due: waiting.filter((one) => isDue(one, now)).length,
  };
}
