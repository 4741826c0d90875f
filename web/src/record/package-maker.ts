// Below the link of a class: the same exercises as a package for a learning management system.
import { css, html, LitElement } from 'lit';
import type { Assignment } from '../exercises/assignment.ts';
import { hasVariants } from '../exercises/catalogue.ts';
import { cardStyle } from '../exercises/card-style.ts';
import type { PackedStandard } from '../lms/package.ts';
import { save } from '../ui/download.ts';
import { deskStyle } from './desk-style.ts';

const systems: readonly (readonly [PackedStandard, string])[] = [
  ['scorm2004', 'Moodle, and others with SCORM 2004'],
  ['scorm12', 'SCORM 1.2'],
];

/**
 * Makes a package of the exercises of a link.
 *
 *   <posenc-package .assignment=${assignment}></posenc-package>
 */
export class PosencPackage extends LitElement {
  static override properties = {
    assignment: { attribute: false },
    standard: { state: true },
    mastery: { state: true },
    hasOwnVariants: { state: true },
    message: { state: true },
    isBusy: { state: true },
  };
  static override styles = [
    cardStyle,
    deskStyle,
    css`
      .choices {
        display: grid;
        gap: 0.2rem;
        max-width: 26rem;
      }
      select {
        width: 100%;
        height: var(--box);
        font: 0.95rem var(--posenc-sans);
        padding: 0.3rem 0.4rem;
        border: 1.5px solid var(--posenc-field);
        border-radius: 6px;
        background: var(--posenc-paper);
        color: var(--posenc-ink);
      }
      .own {
        display: flex;
        gap: 0.6rem;
        align-items: center;
        min-height: 2.4rem;
      }
      [type='checkbox'] {
        width: 1.15rem;
        height: 1.15rem;
        margin: 0;
        flex: none;
      }
    `,
  ];

  declare assignment: Assignment | null;
  declare private standard: PackedStandard;
  /** As typed. */
  declare private mastery: string;
  declare private hasOwnVariants: boolean;
  /** The last action, as a sentence. */
  declare private message: string;
  declare private isBusy: boolean;

  constructor() {
    super();
    this.assignment = null;
    this.standard = 'scorm2004';
    this.mastery = '60';
    this.hasOwnVariants = false;
    this.message = '';
    this.isBusy = false;
  }

  private async download(): Promise<void> {
    const { assignment, standard, hasOwnVariants } = this;
    if (!assignment) return;
    this.isBusy = true;
    this.message = 'Making the package …';
    try {
      const { packageFor, PackageError } = await import('../lms/package.ts');
      const exercises = assignment.set.map(({ id, seed }) =>
        hasOwnVariants && hasVariants(id) ? { id, seed: 'learner' as const } : { id, seed },
      );
      const choice = { standard, name: assignment.name, exercises, mastery: Number(this.mastery) };
      try {
        const file = await packageFor(choice, (share) => {
          this.message = `Making the package … ${Math.floor(100 * share)} %`;
        });
        save(`posenc-${standard}.zip`, 'application/zip', [file]);
        this.message = 'Package downloaded. Add it to your course as it is, without unpacking it.';
      } catch (error) {
        if (!(error instanceof PackageError)) throw error;
        this.message = error.message;
      }
    } catch (error) {
      console.error(error);
      this.message = 'The package could not be made. Reload the page to try again.';
    } finally {
      this.isBusy = false;
    }
  }

  override render() {
    const valueOf = (event: Event) => (event.target as HTMLInputElement).value;
    return html`<details>
      <summary>As a package for Moodle or another system</summary>
      <p class="soft">
        Scores appear in the gradebook.
        <a href="./teach.html#moodle">Which package, and which settings</a>
      </p>
      <div class="choices">
        <label for="standard">System</label>
        <select
          id="standard"
          @change=${(event: Event) => (this.standard = valueOf(event) as PackedStandard)}
        >
          ${systems.map(
            ([id, words]) =>
              html`<option value=${id} ?selected=${id === this.standard}>${words}</option>`,
          )}
        </select>
        <label for="mastery">Score to pass, in percent</label>
        <input
          id="mastery"
          inputmode="numeric"
          autocomplete="off"
          .value=${this.mastery}
          @input=${(event: Event) => (this.mastery = valueOf(event))}
        />
        <label class="own"
          ><input
            type="checkbox"
            .checked=${this.hasOwnVariants}
            @change=${(event: Event) =>
              (this.hasOwnVariants = (event.target as HTMLInputElement).checked)}
          />
          Each learner gets numbers of their own</label
        >
      </div>
      <div class="actions">
        <button type="button" ?disabled=${this.isBusy} @click=${() => void this.download()}>
          Download package
        </button>
      </div>
      <p class="message soft" role="status">${this.message}</p>
    </details>`;
  }
}

customElements.define('posenc-package', PosencPackage);
