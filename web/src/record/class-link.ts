import { css, html, LitElement } from 'lit';
import { assignmentIn, linkTo } from '../exercises/assignment.ts';
import { cardStyle } from '../exercises/card-style.ts';
import { ensureTokens } from '../style/tokens.ts';
import { Announcement } from '../ui/live-region.ts';
import { deskStyle } from './desk-style.ts';
import './package-maker.ts';

/**
 * The address that sets a class its exercises, to copy: opening it would put the instructor in the set, and leave an
 * address without the set.
 *
 *   <posenc-class-link set="e13.1:7,quiz:3">links for pages without scripts</posenc-class-link>
 */
export class PosencClassLink extends LitElement {
  static override properties = { set: { type: String } };
  static override styles = [
    cardStyle,
    deskStyle,
    css`
      :host {
        margin: 1rem 0 1.6rem;
      }
      .actions {
        align-items: center;
        margin: 0;
      }
      .message {
        margin: 0;
      }
      posenc-package {
        margin-top: 0.9rem;
      }
      @media print {
        .actions {
          display: none;
        }
      }
    `,
  ];

  declare set: string;
  private readonly announcement = new Announcement(this);

  constructor() {
    super();
    this.set = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
  }

  private async copy(link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      this.announcement.say('Link copied.');
    } catch {
      this.announcement.say('This browser blocks copying. Select the link and copy it yourself.');
    }
  }

  override render() {
    const read = assignmentIn(`set=${this.set}`);
    if (!read || 'fault' in read) return html`<slot></slot>`;
    const link = linkTo(location.href, read);
    return html`<section aria-busy="false">
      <p>For the class: <code>${link}</code></p>
      <div class="actions">
        <button type="button" class="first" @click=${() => this.copy(link)}>Copy link</button>
        <p class="message soft" role="status">${this.announcement.spoken()}</p>
      </div>
      <posenc-package .assignment=${read}></posenc-package>
      <slot></slot>
    </section>`;
  }
}

customElements.define('posenc-class-link', PosencClassLink);
