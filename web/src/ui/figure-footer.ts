// Below every figure: one menu, with how it was made, a link to its state, its data, and downloads.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { copyLink } from './address.ts';
import { afterFrame, showFold } from './after-press.ts';

/** Each part has the id of its name. */
type FooterPart = 'data' | 'how';

interface Contents {
  /** Null where there is nothing to show yet. */
  how: (() => TemplateResult) | null;
  data: (() => TemplateResult) | null;
  /** The address that restores what is shown. */
  link: () => string;
  /** The one to copy, where something may have been set that is not shown yet. */
  linkNow?: () => string;
  /** Buttons in their order, by their words. */
  downloads: readonly (readonly [words: string, download: () => void])[];
}

interface State {
  isMenuOpen: boolean;
  toggleMenu: (event: Event) => void;
  open: FooterPart | null;
  toggle: (part: FooterPart, event: Event) => void;
  copyLink: (event: Event) => void;
  message: string;
}

const menuWords = 'Link and data';

type Part = TemplateResult | typeof nothing;

/** @param more what comes before the menu, in the same line @param last what comes after it and may come and go */
function figureFooter(
  { how, data, link, downloads, ...state }: Contents & State,
  more: Part = nothing,
  last: Part = nothing,
) {
  const { open, toggle, copyLink, message, isMenuOpen, toggleMenu } = state;
  const toggleButton = (part: FooterPart, words: string) =>
    html`<button
      type="button"
      aria-expanded=${open === part}
      aria-controls=${part}
      @click=${(event: Event) => toggle(part, event)}
    >
      ${words}
    </button>`;
  return html`<div class="foot">
      ${more}
      <button
        class="fold"
        type="button"
        aria-expanded=${isMenuOpen}
        aria-controls="menu"
        @click=${toggleMenu}
      >
        ${menuWords}
      </button>
      ${last}
    </div>
    <div class="menu" id="menu" ?hidden=${!isMenuOpen}>
      ${
        isMenuOpen
          ? html`${how ? toggleButton('how', 'How this was computed') : nothing}
              <a href=${link()} @click=${copyLink}>Link to this state</a>
              ${data ? toggleButton('data', open === 'data' ? 'Hide the data' : 'Show the data') : nothing}
              ${downloads.map(
                ([words, download]) =>
                  html`<button type="button" @click=${() => afterFrame(download)}>
                    ${words}
                  </button>`,
              )}`
          : nothing
      }
      <span class="status" role="status">${message}</span>
    </div>
    ${how && open === 'how' ? how() : html`<div id="how" hidden></div>`}
    ${data && open === 'data' ? data() : html`<div id="data" hidden></div>`}`;
}

/** The footer of an element, with what is open in it and what its link has just done. */
export class FigureFooter {
  private isMenuOpen = false;
  private open: FooterPart | null = null;
  private message = '';

  constructor(private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>) {}

  /** For when the message is about something that is no longer shown. */
  clearMessage(): void {
    this.message = '';
    this.host.requestUpdate();
  }

  private toggleMenu(event: Event): void {
    this.isMenuOpen = !this.isMenuOpen;
    if (!this.isMenuOpen) this.open = null;
    showFold(event, this.isMenuOpen);
    this.host.requestUpdate();
  }

  private toggle(part: FooterPart, event: Event): void {
    this.open = this.open === part ? null : part;
    showFold(event, this.open === part);
    this.host.requestUpdate();
  }

  /** @param more what comes before the menu, in the same line @param last what comes after it */
  render(contents: Contents, more: Part = nothing, last: Part = nothing): TemplateResult {
    return figureFooter(
      {
        ...contents,
        isMenuOpen: this.isMenuOpen,
        toggleMenu: (event) => this.toggleMenu(event),
        open: this.open,
        toggle: (part, event) => this.toggle(part, event),
        copyLink: (event) => {
          event.preventDefault();
          void this.copy((contents.linkNow ?? contents.link)());
        },
        message: this.message,
      },
      more,
      last,
    );
  }

  private async copy(link: string): Promise<void> {
    this.message = await copyLink(link);
    this.host.requestUpdate();
  }
}
