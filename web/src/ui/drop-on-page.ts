// Files and texts that a reader brings: dropped anywhere on the page, or pasted.
import { css, html, type ReactiveControllerHost, type TemplateResult } from 'lit';

export interface Dropped {
  files: readonly File[];
  /** If no file was dropped. */
  text: string;
}

/** A field takes what is dropped or pasted there. */
export const isField = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('textarea, input:not([type=file])');

/** Lets a reader drop something anywhere on the page while an element is in it. */
export class DropOnPage {
  /** A file is held above the page. */
  isDragged = false;
  private listening = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly take: (dropped: Dropped) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener('dragover', (event) => this.onDragOver(event), { signal });
    document.addEventListener('drop', (event) => this.onDrop(event), { signal });
    const left = (event: DragEvent) => event.relatedTarget === null && this.drag(false);
    document.addEventListener('dragleave', left, { signal });
  }

  hostDisconnected(): void {
    this.listening.abort();
  }

  private drag(isDragged: boolean): void {
    if (isDragged === this.isDragged) return;
    this.isDragged = isDragged;
    this.host.requestUpdate();
  }

  private onDragOver(event: DragEvent): void {
    const types = event.dataTransfer?.types ?? [];
    if (!types.includes('Files') && !types.includes('text/plain')) return;
    event.preventDefault();
    this.drag(types.includes('Files'));
  }

  private onDrop(event: DragEvent): void {
    this.drag(false);
    const { dataTransfer } = event;
    if (!dataTransfer || event.composedPath().some(isField)) return;
    event.preventDefault();
    this.take({ files: [...dataTransfer.files], text: dataTransfer.getData('text/plain') });
  }

  /** While a file is held above the page. */
  render(words: string): TemplateResult {
    return html`<div class="drop" ?hidden=${!this.isDragged}><span>${words}</span></div>`;
  }
}

/** The whole page as a place to drop a file on, and buttons and fields for files and texts. */
export const dropStyle = css`
  .drop {
    position: fixed;
    z-index: 10;
    inset: 0;
    display: grid;
    place-items: center;
    pointer-events: none;
    background: color-mix(in srgb, var(--posenc-paper) 82%, transparent);
    border: 4px dashed var(--posenc-accent);
    font: 600 1.4rem var(--posenc-sans);
    color: var(--posenc-accent);
  }
  .drop[hidden] {
    display: none;
  }
  .file {
    position: relative;
    display: inline-flex;
    align-items: center;
    overflow: hidden;
  }
  .file input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
    font-size: 0;
  }
  .file:has(:focus-visible) {
    outline: 3px solid var(--posenc-accent);
    outline-offset: 2px;
  }
  .paste {
    display: block;
    margin: 0.8rem 0 0;
  }
  textarea {
    box-sizing: border-box;
    display: block;
    width: 100%;
    margin: 0.25rem 0 0;
    padding: 0.5rem 0.6rem;
    font: 0.85rem/1.45 var(--posenc-mono);
    border: 1.5px solid var(--posenc-field);
    border-radius: 6px;
    background: var(--posenc-paper);
    color: var(--posenc-ink);
  }
  .private {
    margin: 0.7rem 0 0;
    font-size: 0.82rem;
    color: var(--posenc-soft);
  }
  @media (pointer: coarse) {
    textarea {
      font-size: 16px;
    }
  }
`;
