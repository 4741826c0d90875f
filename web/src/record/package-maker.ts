// Below the link of a class: the same exercises as a package for a learning management system.
import { css, html, LitElement, nothing } from 'lit';
import type { Assignment } from '../exercises/assignment.ts';
import { hasVariants } from '../exercises/catalogue.ts';
import { cardStyle } from '../exercises/card-style.ts';
import type { PackedStandard } from '../lms/package.ts';
import { percent } from '../plots/format.ts';
import { save } from '../ui/download.ts';
import { deskStyle } from './desk-style.ts';

const systems: readonly (readonly [PackedStandard, string])[] = [
  ['scorm2004', 'Moodle, or SCORM 2004'],
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
    fault: { state: true },
    isBusy: { state: true },
  };
  static override styles = [
    cardStyle,
    deskStyle,
    css`
      :host {
        margin: 0;
      }
      .choices {
        display: grid;
        gap: 0.2rem;
        max-width: 26rem;
      }
      .own {
        display: flex;
        gap: 0.6rem;
        align-items: center;
        min-height: 2.4rem;
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
  /** Why there is no package. */
  declare private fault: string;
  declare private isBusy: boolean;

  constructor() {
    super();
    this.assignment = null;
    this.standard = 'scorm2004';
    this.mastery = '60';
    this.hasOwnVariants = false;
    this.message = '';
    this.fault = '';
    this.isBusy = false;
  }

  private async make({ name, set }: Assignment): Promise<void> {
    const { packageFor, PackageError } = await import('../lms/package.ts');
    const { standard, mastery, hasOwnVariants } = this;
    const exercises = set.map(({ id, seed }) =>
      hasOwnVariants && hasVariants(id) ? { id, seed: 'learner' as const } : { id, seed },
    );
    try {
      const file = await packageFor({ standard, name, exercises, mastery }, (share) => {
        this.message = `Making the package … ${percent(share)}`;
      });
      save(`posenc-${standard}.zip`, 'application/zip', [file]);
      this.message = 'Package downloaded. Add it to your course as it is, without unpacking it.';
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      this.fault = error.message;
    }
  }

  private async download(assignment: Assignment): Promise<void> {
    this.isBusy = true;
    this.fault = '';
    this.message = 'Making the package …';
    try {
      await this.make(assignment);
    } catch (error) {
      console.error(error);
      this.fault = 'The package could not be made. Reload the page to try again.';
    }
    if (this.fault) this.message = '';
    this.isBusy = false;
  }

  override render() {
    const { assignment, fault, isBusy, message } = this;
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
        <label for="mastery"
          >Score to pass, in percent: below it, an attempt counts as failed</label
        >
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
        <button
          type="button"
          ?disabled=${isBusy || !assignment}
          @click=${() => assignment && void this.download(assignment)}
        >
          Download package
        </button>
      </div>
      ${fault ? html`<p class="error" role="alert">${fault}</p>` : nothing}
      <p class="message soft" role="status">${message}</p>
    </details>`;
  }
}

customElements.define('posenc-package', PosencPackage);
