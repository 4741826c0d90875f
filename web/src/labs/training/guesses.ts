import { html, type ReactiveElement, type TemplateResult } from 'lit';
import type { Answers, LabOutcome } from '../../core/api.ts';
import './questions.ts';
import type { PosencLabQuestions } from './questions.ts';
import type { Scheme } from './schemes.ts';

/** The part of an element that asks for the reader's guesses before a run. */
export class Guesses {
  private answers: Answers = {};
  /** The reader wants to train without a guess. */
  private areSkipped = false;
  /** Start was pressed before all were answered. */
  private wereMissing = false;
  /** When Start was pressed. */
  private unreadable = 0;

  constructor(private readonly host: ReactiveElement) {}

  get skipped(): boolean {
    return this.areSkipped;
  }

  private get questions(): PosencLabQuestions | null {
    return this.host.renderRoot.querySelector('#guesses');
  }

  get areOpen(): boolean {
    return this.questions?.isOpen ?? true;
  }

  /** Why training cannot start yet, as a sentence; '' if it can. */
  get problem(): string {
    const open = this.questions?.unanswered ?? [];
    if (open.length > 0) return `Guess first: ${open.map(({ text }) => text).join(', ')}.`;
    if (this.areOpen) return 'Guess first.';
    if (this.unreadable === 0) return '';
    return this.unreadable === 1
      ? 'One guess was not understood.'
      : `${this.unreadable} guesses were not understood.`;
  }

  /** Shows the problem beside the questions from now on, and leads to the first that is open. */
  showProblem(): void {
    this.wereMissing = true;
    this.host.requestUpdate();
    this.questions?.focusOpen();
  }

  /** Asks the core. */
  async areReadable(): Promise<boolean> {
    this.unreadable = (await this.questions?.markUnreadable()) ?? 0;
    this.host.requestUpdate();
    return this.unreadable === 0;
  }

  /** Takes the guesses about these schemes: a run is about to start. */
  take(schemes: readonly Scheme[]): Answers {
    const { answers } = this;
    this.answers = {};
    this.unreadable = 0;
    if (this.areSkipped) return {};
    const ids = schemes.map(({ id }) => `guess-${id}`);
    return Object.fromEntries(Object.entries(answers).filter(([id]) => ids.includes(id)));
  }

  /**
   * @param outcome what to guess about
   * @param train called when the reader wants to train without a guess
   */
  render(outcome: LabOutcome, train: () => void): TemplateResult {
    const problem = this.wereMissing || this.unreadable > 0 ? this.problem : '';
    return html`<posenc-lab-questions
      id="guesses"
      set="prediction"
      heading="Your guess"
      .outcome=${outcome}
      .answers=${this.answers}
      @asked=${() => this.host.requestUpdate()}
      @answered=${({ detail }: CustomEvent<Answers>) => {
        this.answers = detail;
        this.unreadable = 0;
        this.host.requestUpdate();
      }}
    >
      <div slot="end">
        <p class="problem" role="status">${problem}</p>
        <button
          class="button plain"
          type="button"
          @click=${() => {
            this.areSkipped = true;
            train();
          }}
        >
          Train without a guess
        </button>
      </div>
    </posenc-lab-questions>`;
  }
}
