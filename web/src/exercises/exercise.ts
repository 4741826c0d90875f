import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Item } from '../core/api.ts';
import { ensureTokens } from '../style/tokens.ts';
import { Announcement } from '../ui/live-region.ts';
import { DrawnInTurn } from '../ui/drawn-in-turn.ts';
import { focusIn } from '../ui/focus.ts';
import { answerBoxes, idOf } from './answer-boxes.ts';
import { hasChanges, isDone, itemsToLookAt, type Worksheet } from './answer-rows.ts';
import {
  cardTitle,
  errorMessage,
  loadingMessage,
  storageNotice,
  storedOnDevice,
  unknownExercise,
} from './card-parts.ts';
import { cardStyle } from './card-style.ts';
import { ExerciseController } from './exercise-controller.ts';
import { exerciseStyle } from './exercise-style.ts';
import { listed } from './listed.ts';
import { nextInSet } from './next-in-set.ts';
import { pointsLine } from './score-line.ts';
import { answered, gaveUp, hinted, isEmpty, startedOver, undone } from './sheet.ts';
import { Solution } from './solution.ts';
import { type ExerciseText, texts } from './texts.ts';
import { variantChoice } from './variant-choice.ts';

/**
 * An exercise: boxes for the answers to the core's questions, graded by the core. The answers are kept in this browser
 * as they were typed, for each variant.
 *
 *   <posenc-exercise name="e13.1"></posenc-exercise>
 *
 * With `seed` it is that variant, and the learner cannot choose another.
 */
export class PosencExercise extends DrawnInTurn {
  static override properties = {
    name: { type: String },
    seed: { type: Number },
    isAsking: { state: true },
  };

  static override styles = [cardStyle, exerciseStyle];

  declare name: string;
  /** The variant that the tag assigns, unless the learner's class has been set one; null if it assigns none. */
  declare seed: number | null;
  /** Whether the learner has asked for the solution and not yet confirmed it. */
  declare private isAsking: boolean;

  private readonly exercise = new ExerciseController(this, {
    listed,
    defaultSeed: ({ seed }) => this.seed ?? seed,
    onVariant: () => (this.isAsking = false),
  });
  private readonly announcement = new Announcement(this);
  private readonly solution = new Solution(this);

  constructor() {
    super();
    this.name = '';
    this.seed = null;
    this.isAsking = false;
  }

  protected override onDrawn(): void {
    ensureTokens(this);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('seed')) this.exercise.follow();
  }

  /** Whether the class or the tag decides which variant is shown. */
  private get isAssigned(): boolean {
    return this.exercise.isAssigned || this.seed !== null;
  }

  private worksheet(text: ExerciseText): Worksheet {
    const { asked, sheet, grade } = this.exercise;
    return { exercise: this.name, text, asked, sheet, grade };
  }

  private async tryAgain(): Promise<void> {
    await this.exercise.load();
    // The button that was pressed has gone.
    if (this.exercise.phase === 'ready') await this.focusOnFirst();
  }

  private async onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const { exercise } = this;
    if (exercise.phase !== 'ready') return;
    const answers = exercise.answersIn(exercise.sheet.answers);
    const grade = await exercise.gradeOf(answers);
    if (!grade) return;
    exercise.keep(answers, grade);
    this.announcement.say('');
  }

  private async startOver(): Promise<void> {
    if (!isEmpty(this.exercise.sheet)) this.exercise.change(startedOver);
    this.announcement.say('');
    await this.exercise.regrade();
    await this.focusOnFirst();
  }

  private async undo(text: ExerciseText): Promise<void> {
    this.exercise.change(undone);
    await this.exercise.regrade();
    this.announcement.say('Your answers are back.');
    await this.focusOnFirst(itemsToLookAt(this.worksheet(text)));
  }

  private async chooseAnother(): Promise<void> {
    await this.choose(await this.exercise.drawAnother());
  }

  private async choose(seed: number): Promise<void> {
    await this.exercise.choose(seed);
    if (this.exercise.phase !== 'ready') return;
    this.announcement.say(
      seed === 0 ? 'This is the lesson’s own version.' : `This is variant ${seed}.`,
    );
    await this.focusOnFirst();
  }

  private async openHints(items: Item[], worksheet: Worksheet): Promise<void> {
    this.exercise.change(hinted(items.map(({ id }) => id)));
    await focusIn(this, `#${idOf('hint', items[0], worksheet)}`);
  }

  /** @param items the boxes to choose from; all if there are none */
  private async focusOnFirst(items: Item[] = []): Promise<void> {
    const first = items[0] ?? this.exercise.items[0];
    const text = texts[this.name];
    if (first && text) await focusIn(this, `#${idOf('box', first, this.worksheet(text))}`);
  }

  override updated(): void {
    const { phase, seed } = this.exercise;
    // Other variants may have fewer boxes than the lesson's own, for which the page keeps room.
    this.toggleAttribute('data-own-room', phase === 'ready' && seed !== 0);
    if (phase === 'ready' && this.isSolutionShown) void this.solution.show(this.name, seed);
  }

  private get isSolutionShown(): boolean {
    const text = texts[this.name];
    if (!text) return false;
    return this.exercise.sheet.gaveUpAt !== '' || isDone(this.worksheet(text));
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    await focusIn(this, '.ask button');
  }

  private async keepTrying(): Promise<void> {
    this.isAsking = false;
    await focusIn(this, '.show-solution');
  }

  private async giveUp(): Promise<void> {
    this.isAsking = false;
    this.exercise.change(gaveUp());
    await this.solution.show(this.name, this.exercise.seed);
    if (!this.solution.error) this.announcement.say('The solution is shown below.');
    await focusIn(this, this.solution.error ? '[type=submit]' : '#solution');
  }

  /** The solution if it is to be seen; else a button that asks for it. */
  private renderSolution(worksheet: Worksheet): TemplateResult | typeof nothing {
    const { phase, seed } = this.exercise;
    if (phase !== 'ready') return nothing;
    if (this.isSolutionShown) {
      return html`${this.solution.render(worksheet)} ${errorMessage(this.solution.error)}`;
    }
    if (!this.isAsking) return nothing;
    return html`<div class="ask" role="group" aria-labelledby="ask">
      <p id="ask">
        Give up on ${seed === 0 ? 'this version' : `variant ${seed}`}? You can still check answers,
        but the points no longer count.${this.isAssigned ? nothing : ' A new variant counts again.'}
      </p>
      <div class="actions">
        <button type="button" @click=${this.giveUp}>Yes, show the solution</button>
        <button type="button" @click=${this.keepTrying}>No, keep trying</button>
      </div>
    </div>`;
  }

  private renderPoints(worksheet: Worksheet): TemplateResult {
    const { grade, items, phase, isStored } = this.exercise;
    const isReady = phase === 'ready';
    const toLookAt = itemsToLookAt(worksheet);
    const points = pointsLine(worksheet, this.announcement.text);
    return html`
      <progress
        aria-label="Points"
        max=${grade?.max ?? items.length}
        .value=${grade?.score ?? 0}
      ></progress>
      <div class="points ${grade ? '' : 'unchecked'}">
        ${phase === 'loading' ? loadingMessage : nothing}
        <p role="status">${isReady ? this.announcement.spoken(points) : nothing}</p>
        ${
          grade && hasChanges(worksheet)
            ? html`<span class="soft">Score from before your last change.</span>`
            : nothing
        }
        ${isReady && isStored ? storedOnDevice : nothing} ${grade ? nextInSet(this.name) : nothing}
        ${
          toLookAt.length > 0
            ? html`<button type="button" class="small" @click=${() => this.focusOnFirst(toLookAt)}>
                Go to the first
              </button>`
            : nothing
        }
      </div>
    `;
  }

  private renderActions(text: ExerciseText): TemplateResult {
    const { phase, sheet } = this.exercise;
    const disabled = phase !== 'ready';
    const button = (label: string, action: () => Promise<void>, style = '') =>
      html`<button type="button" class="quiet ${style}" ?disabled=${disabled} @click=${action}>
        ${label}
      </button>`;
    return html`<div class="actions">
      ${
        phase === 'failed'
          ? html`<button type="button" @click=${this.tryAgain}>Try again</button>`
          : nothing
      }
      <button type="submit" ?disabled=${disabled}>Check</button>
      ${this.isAssigned ? nothing : button('New variant', () => this.chooseAnother())}
      ${
        this.isSolutionShown || this.isAsking
          ? nothing
          : button('Show the solution', () => this.ask(), 'show-solution')
      }
      ${button('Start over', () => this.startOver())}
      ${sheet.cleared ? button('Undo', () => this.undo(text)) : nothing}
    </div>`;
  }

  override render() {
    const text = texts[this.name];
    if (!text) return unknownExercise(this.name);
    const { exercise } = this;
    const { seed, sheets, phase, asked } = exercise;
    const worksheet = this.worksheet(text);
    return html`
      <form
        @submit=${this.onSubmit}
        @focusin=${() => void exercise.begin()}
        novalidate
        autocomplete="off"
      >
        ${cardTitle(this.name)}
        ${variantChoice({
          seed,
          isAssigned: this.isAssigned,
          sheets,
          disabled: phase === 'loading',
          choose: (chosen) => void this.choose(chosen),
        })}
        <p>${text.task(asked.facts)}</p>
        ${answerBoxes({
          ...worksheet,
          disabled: phase !== 'ready',
          answer: ({ id }, typed) => exercise.change(answered(id, typed)),
          openHints: (items) => void this.openHints(items, worksheet),
        })}
        ${this.renderPoints(worksheet)}
        ${isDone(worksheet) ? html`<p class="closing">${text.closing(asked.facts)}</p>` : nothing}
        ${errorMessage(exercise.error)} ${this.renderActions(text)}
        ${this.renderSolution(worksheet)} ${storageNotice(exercise.notice('the boxes start empty'))}
      </form>
    `;
  }
}

customElements.define('posenc-exercise', PosencExercise);
