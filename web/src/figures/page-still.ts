import { render, type TemplateResult } from 'lit';

/** The still that the page came with, in the shadow root of its figure: it is there until the figure has an answer. */
export class PageStill {
  private nodes: ChildNode[];

  constructor(private readonly root: ParentNode) {
    this.nodes = [...root.childNodes];
  }

  get isThere(): boolean {
    return this.nodes.length > 0;
  }

  remove(): void {
    for (const node of this.nodes) node.remove();
    this.nodes = [];
  }

  /** Adds a failure where the figure itself would show it. */
  showFailure(message: TemplateResult): void {
    const place = this.root.querySelector<HTMLElement>('#problem');
    if (!place) return;
    this.root.querySelector('figure')?.setAttribute('aria-busy', 'false');
    render(message, place);
  }
}
