import { AfterPress } from './after-press.ts';

/** Elements that are in the page and not drawn yet, from its top. */
const waiting = new Set<DrawnInTurn>();
let isDrawing = false;

/** Each in a task of its own: between two of them the page answers its reader. */
function drawNext(): void {
  const [next] = waiting;
  isDrawing = next !== undefined;
  next?.draw();
  if (next) setTimeout(drawNext);
}

/**
 * An element of which a page may have dozens. The script of the first defines them all at once, and to draw all in one
 * task takes a phone a good part of a second. So they are drawn one after the other, those in sight first. Until then each
 * stays as it is without its script, marked `data-waiting` (style/parts.css).
 */
export abstract class DrawnInTurn extends AfterPress {
  private isDrawn = false;

  override connectedCallback(): void {
    // In a page of the lesson it takes its turn; elsewhere it is drawn at once.
    if (this.isDrawn || !this.classList.contains('part')) {
      this.draw();
      return;
    }
    this.dataset['waiting'] = '';
    waiting.add(this);
    if (isDrawing) return;
    isDrawing = true;
    setTimeout(drawNext);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    waiting.delete(this);
  }

  /** It has come into sight. */
  wake(): void {
    if (!this.isDrawn) this.draw();
  }

  /** Connects it and so draws it, when it is its turn. */
  draw(): void {
    this.isDrawn = true;
    waiting.delete(this);
    delete this.dataset['waiting'];
    super.connectedCallback();
    this.onDrawn();
  }

  protected onDrawn(): void {}
}
