import { html, type TemplateResult } from 'lit';

/** The size of the editor and Python, compressed, in thousands of bytes; the build sets it. */
declare const editorAndPythonKb: number;

/** Beside the button that opens the editor for the first time. (The single file has its own.) */
export const firstOpening = (): TemplateResult | string =>
  html`<span class="soft">Downloads the editor and Python once (${editorAndPythonKb} kB).</span>`;
