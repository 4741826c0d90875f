// Advice for the owner of a config, and a corrected config where the file allows one.
import { applyEdits, modify } from 'jsonc-parser';
import { html, nothing, type TemplateResult } from 'lit';
import type { ConfigEdit, ModelNote, Thread } from '../core/api.ts';
import { quantity } from '../plots/format.ts';
import { save } from '../ui/download.ts';
import { listed } from './words.ts';

const link = ({ text, url }: Thread): TemplateResult =>
  html`<a href=${url} rel="noopener">${text}</a>`;

/** Links to reports of it. */
export const metIn = (threads: readonly Thread[]): TemplateResult | typeof nothing =>
  threads.length === 0
    ? nothing
    : html`<p class="met">
        Reported in ${threads.map((one, n) => html`${n > 0 ? ', ' : ''}${link(one)}`)}
      </p>`;

/** Sets the last of keys that lead to it from the top, or deletes it. Every other character stays. */
const withValue = (text: string, keys: readonly string[], value: unknown): string =>
  applyEdits(
    text,
    modify(text, [...keys], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }),
  );

/** The same with JSON as it is written: a program may tell 8.0 from 8. */
export function withJson(text: string, keys: readonly string[], json: string): string {
  const mark = 'what replaces this';
  return withValue(text, keys, mark).replace(`"${mark}"`, () => json);
}

const withEdit = (text: string, { path, value }: ConfigEdit): string =>
  withValue(text, path.split('.'), value ?? undefined);

/** A config with all changes that its notes suggest; null where they suggest none. */
export function corrected(text: string, notes: readonly ModelNote[]): string | null {
  const edits = notes.flatMap((note) => note.edits);
  return edits.length === 0 ? null : edits.reduce(withEdit, text);
}

/** Notes whose change writes down what the file leaves to a default. */
const defaults: readonly string[] = ['base-assumed', 'partial-assumed'];

const editText = ({ path, value }: ConfigEdit): TemplateResult =>
  value === null
    ? html`<code>${path}</code> deleted`
    : html`<code>${path}</code> = ${String(value)}`;

interface CorrectedActions {
  message: string;
  copy: () => void;
  /** Shows the notes of the corrected config. */
  show: () => void;
}

export const correctedActions = (
  text: string,
  { message, copy, show }: CorrectedActions,
): TemplateResult =>
  html`<div class="row">
    <button class="button" type="button" @click=${copy}>Copy the config</button>
    <button
      class="button"
      type="button"
      @click=${() => save('config.json', 'application/json', [text])}
    >
      Download it
    </button>
    <button class="button" type="button" @click=${show}>Show it here</button>
    <span class="status" role="status">${message}</span>
  </div>`;

/** @param actions buttons for a corrected config */
export function notesCard(
  notes: readonly ModelNote[],
  text: string,
  actions: (config: string) => TemplateResult,
): TemplateResult {
  if (notes.length === 0) {
    return html`<h3>Notes</h3>
      <p class="good"><b>✓ Nothing to point out.</b> This file has none of the known problems.</p>`;
  }
  const fixed = corrected(text, notes);
  const edits = notes.flatMap((note) => note.edits);
  const isDefaultOnly = notes.every((one) => one.edits.length === 0 || defaults.includes(one.code));
  return html`<h3>${quantity(notes.length, 'note')}</h3>
    <ul class="notes">
      ${notes.map(
        ({ code, message, threads }) =>
          html`<li data-note=${code}>
            <p class="code">${code}</p>
            <p>${message}</p>
            ${metIn(threads)}
          </li>`,
      )}
    </ul>
    ${
      fixed === null
        ? nothing
        : html`<h3>
              ${isDefaultOnly ? 'The same config with its defaults written out' : 'A corrected config'}
            </h3>
            <p>Changes: ${edits.map((one, n) => html`${n > 0 ? ', ' : ''}${editText(one)}`)}.</p>
            <pre tabindex="0" aria-label="The corrected config">${fixed}</pre>
            ${actions(fixed)}`
    }`;
}

export const notesSentence = (notes: readonly ModelNote[]): string =>
  notes.length === 0 ? 'no notes' : `notes: ${listed(notes.map(({ code }) => code))}`;
