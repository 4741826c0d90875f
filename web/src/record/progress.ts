import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { assignedSeed, ofClass } from '../exercises/assignment.ts';
import { cardStyle } from '../exercises/card-style.ts';
import { catalogue, type Entry } from '../exercises/catalogue.ts';
import { noticeOf } from '../exercises/notice.ts';
import type { QuizWork } from '../exercises/quiz/quiz-work.ts';
import { type Shown, slipIn, type Statement } from '../exercises/slips.ts';
import { ensureTokens } from '../style/tokens.ts';
import { deskStyle } from './desk-style.ts';
import { documents, quizDocument } from './documents.ts';
import { Portfolio } from './portfolio.ts';
import { quizStanding } from './quiz-standing.ts';
import { type Line, nextOf, type Standing, type State, standingOf } from './standing.ts';

/** Never colour alone. */
const states: Record<State, { symbol: string; word: string }> = {
  new: { symbol: '○', word: 'not begun' },
  begun: { symbol: '◐', word: 'begun' },
  shaky: { symbol: '△', word: 'shaky' },
  done: { symbol: '✓', word: 'done' },
};

/** A slip that was made, where the lesson shows what it is about, and in which exercises it was made. */
interface Made {
  said: Statement;
  shown: Shown;
  entries: Entry[];
}

function slipsIn(lines: readonly Line[]): Made[] {
  const made = new Map<string, Made>();
  for (const { entry, standing } of lines) {
    for (const reason of standing.slips) {
      // What was kept may name a slip that this version does not know.
      const slip = slipIn(entry.id, reason);
      if (!slip) continue;
      // "Right so far" does not name the slip.
      const said = reason === 'rounded' ? { ...slip, first: slip.why } : slip;
      const known = made.get(said.first) ?? { said, shown: slip.shown, entries: [] };
      known.entries.push(entry);
      made.set(said.first, known);
    }
  }
  return [...made.values()];
}

/**
 * How the learner stands with all exercises, what to do next, and where the lesson shows what went wrong.
 *
 *   <posenc-progress></posenc-progress>
 */
export class PosencProgress extends LitElement {
  static override styles = [
    cardStyle,
    deskStyle,
    css`
      .next {
        font-size: 1rem;
      }
      li {
        margin: 0;
        padding: 0.28rem 0;
      }
      .lines li {
        display: grid;
        grid-template-columns: 6.5rem minmax(0, 1fr);
        gap: 0 0.6rem;
        border-top: 1px solid var(--posenc-line);
      }
      .best {
        grid-column: 2;
        color: var(--posenc-soft);
        font-variant-numeric: tabular-nums;
      }
      .best:empty {
        display: none;
      }
      .slips li {
        border-top: 1px solid var(--posenc-line);
      }
      .title {
        font-weight: 600;
        margin: 1.1rem 0 0.5rem;
      }
      summary {
        padding: 0.4rem 0;
        cursor: pointer;
      }
      .lines a {
        justify-self: start;
      }
      @container (min-width: 36rem) {
        .lines li {
          grid-template-columns: 6.5rem minmax(0, 1fr) auto;
        }
        .best {
          grid-column: 3;
        }
      }
    `,
  ];

  private readonly portfolio = new Portfolio();
  private unwatch: (() => void) | null = null;
  private quiz = standingOf([]);
  private judged: QuizWork | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.unwatch = this.portfolio.watch(() => {
      this.requestUpdate();
      void this.judgeQuiz();
    });
    void this.judgeQuiz();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
  }

  /** How the learner stands with the quiz is the core's to say. */
  private async judgeQuiz(): Promise<void> {
    const work = this.portfolio.value(quizDocument);
    if (work === this.judged) return;
    this.judged = work;
    // A core that cannot be loaded is told where the quiz is.
    const standing = await quizStanding(work, new Date()).catch(() => null);
    if (!standing || work !== this.judged) return;
    this.quiz = standing;
    this.requestUpdate();
  }

  private standing(id: string, seed: number | null): Standing {
    if (id === quizDocument.name) return this.quiz;
    const document = documents.find(({ name }) => name === id);
    return document?.standing?.(this.portfolio.value(document), seed) ?? standingOf([]);
  }

  private async put(assignment: 'leave' | 'undo'): Promise<void> {
    const room = ofClass();
    room.put(assignment === 'leave' ? null : room.before);
    this.requestUpdate();
    await this.updateComplete;
    // The button that was pressed may have gone.
    this.renderRoot.querySelector<HTMLElement>('.class button:last-child')?.focus();
  }

  private ofTheClass(): TemplateResult | typeof nothing {
    const { current, before, fault } = ofClass();
    const called = (name: string) => (name ? `the class “${name}”` : 'a class');
    const bad = fault
      ? html`<p class="error" role="alert">
          The link that led here was not followed: ${fault}. The page goes on without it.
        </p>`
      : nothing;
    if (current) {
      return html`${bad}
        <div class="class">
          <p role="status">
            <b>This is the set of ${called(current.name)}</b>: in each of its exercises everybody
            has the same variant.
          </p>
          <div class="actions">
            <button type="button" @click=${() => this.put('leave')}>Leave this set</button>
            ${
              before && JSON.stringify(before) !== JSON.stringify(current)
                ? html`<button type="button" @click=${() => this.put('undo')}>
                    Back to
                    ${
                      before.name === current.name
                        ? 'the other set'
                        : `the set of ${called(before.name)}`
                    }
                  </button>`
                : nothing
            }
          </div>
        </div>`;
    }
    return before
      ? html`${bad}
          <div class="class">
            <p role="status">You have left the set of ${called(before.name)}.</p>
            <div class="actions">
              <button type="button" @click=${() => this.put('undo')}>Undo</button>
            </div>
          </div>`
      : bad;
  }

  private next(lines: readonly Line[]): TemplateResult {
    const next = nextOf(lines);
    if (!next)
      return html`<b>All done.</b> Exercises by hand have new variants, for as long as you like.`;
    const { entry, standing } = next;
    const link = html`<a href=${entry.href}>${entry.title}</a>`;
    if (standing.state === 'new') return html`<b>Next:</b> ${link}.`;
    if (standing.due > 0) {
      const questions =
        standing.due === 1 ? 'question to come back is' : 'questions to come back are';
      return html`<b>Next:</b> ${link}, where ${standing.due} ${questions} due.`;
    }
    if (standing.state === 'begun') return html`<b>Next:</b> go on with ${link}.`;
    if (entry.kind === 'quiz') return html`<b>Next:</b> ${link}, which is shaky: ${standing.why}.`;
    const [slip] = slipsIn([next]);
    return html`<b>Next:</b> ${link}, which is shaky: ${standing.why}.
      ${
        slip
          ? html`Look at <a href=${slip.shown.href}>${slip.shown.title}</a> first, then try again.`
          : `Try it once more${entry.kind === 'hand' ? ', or a new variant of it' : ''}.`
      }`;
  }

  private lines(lines: readonly Line[]): TemplateResult {
    return html`<ul class="lines">
      ${lines.map(({ entry, standing }) => {
        const { symbol, word } = states[standing.state];
        const { best } = standing;
        return html`<li data-exercise=${entry.id} data-state=${standing.state}>
          <span class="state ${standing.state}"
            ><span aria-hidden="true">${symbol}</span> ${word}</span
          >
          <a href=${entry.href}>${entry.title}</a>
          <span class="best"
            >${
              best ? html`<span class="hidden">, </span>best ${best.score} of ${best.max}` : nothing
            }</span
          >
        </li>`;
      })}
    </ul>`;
  }

  private notice(): TemplateResult | typeof nothing {
    const notice = noticeOf(this.portfolio.trouble, null, '', 'your work');
    if (!notice) return nothing;
    return html`<p class="notice">
      ${notice} <a href="./record.html#your-record">Export it</a> to keep it.
    </p>`;
  }

  override render() {
    const { current } = ofClass();
    const line = (entry: Entry): Line => {
      return { entry, standing: this.standing(entry.id, assignedSeed(entry.id)) };
    };
    const isSet = ({ id }: Entry) => !current || assignedSeed(id) !== null;
    const set = catalogue.filter(isSet).map(line);
    const others = catalogue.filter((entry) => !isSet(entry)).map(line);
    const slips = slipsIn([...set, ...others]);
    const done = set.filter(({ standing }) => standing.state === 'done').length;
    return html`<section aria-label="Your progress" aria-busy="false">
      ${this.ofTheClass()}
      <p class="next" role="status">${this.next(set)}</p>
      <p class="title">${done} of ${set.length} done</p>
      ${this.lines(set)}
      ${
        others.length > 0
          ? html`<details>
              <summary>${others.length} more, not in this set</summary>
              ${this.lines(others)}
            </details>`
          : nothing
      }
      ${
        slips.length > 0
          ? html`<p class="title">Slips of late, and where to look</p>
              <ul class="slips">
                ${slips.map(
                  ({ said, shown, entries }) =>
                    html`<li>
                      <b>${said.first}</b> ${entries.map(({ title }) => title).join('; ')}. See
                      <a href=${shown.href}>${shown.title}</a>.
                    </li>`,
                )}
              </ul>`
          : nothing
      }
      ${this.notice()}
    </section>`;
  }
}

customElements.define('posenc-progress', PosencProgress);
