// What the owner of a config should know, with what to do, and a corrected config where the file allows one.
import { html, nothing, type TemplateResult } from 'lit';
import type { ConfigEdit, ModelNote, Thread } from '../core/api.ts';
import { quantity } from '../plots/format.ts';
import { parsed } from './opening.ts';
import { listed } from './words.ts';

const link = ({ text, url }: Thread): TemplateResult =>
  html`<a href=${url} rel="noopener">${text}</a>`;

/** Where somebody met it. */
export const metIn = (threads: readonly Thread[]): TemplateResult | typeof nothing =>
  threads.length === 0
    ? nothing
    : html`<p class="met">
        Met in ${threads.map((one, n) => html`${n > 0 ? ', ' : ''}${link(one)}`)}
      </p>`;

type Dictionary = Record<string, unknown>;

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null;

/** Sets a key, or deletes it; what its path names is there already, but for the last part. */
function apply(config: Dictionary, { path, value }: ConfigEdit): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at: unknown = config;
  for (const key of keys) at = isDictionary(at) ? at[key] : null;
  if (!isDictionary(at)) return;
  if (value === null) delete at[last];
  else at[last] = value;
}

/** A config with all changes that its notes suggest; null where they suggest none, or the text is no JSON. */
export function corrected(text: string, notes: readonly ModelNote[]): string | null {
  const edits = notes.flatMap((note) => note.edits);
  if (edits.length === 0) return null;
  const config = parsed(text);
  if (!isDictionary(config)) return null;
  for (const edit of edits) apply(config, edit);
  return JSON.stringify(config, null, 2);
}

const editText = ({ path, value }: ConfigEdit): TemplateResult =>
  value === null
    ? html`<code>${path}</code> deleted`
    : html`<code>${path}</code> = ${String(value)}`;

/** @param actions buttons for a corrected config */
export function notesCard(
  notes: readonly ModelNote[],
  text: string,
  actions: (config: string) => TemplateResult,
): TemplateResult {
  if (notes.length === 0) {
    return html`<h3>Notes</h3>
      <p class="good">
        <b>✓ Nothing to point out.</b> None of the known mistakes is in this file.
      </p>`;
  }
  const fixed = corrected(text, notes);
  const edits = notes.flatMap((note) => note.edits);
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
        : html`<h3>A corrected config</h3>
            <p>With ${edits.map((one, n) => html`${n > 0 ? ', ' : ''}${editText(one)}`)}.</p>
            <pre tabindex="0" aria-label="The corrected config">${fixed}</pre>
            ${actions(fixed)}`
    }`;
}

export const notesSentence = (notes: readonly ModelNote[]): string =>
  notes.length === 0 ? 'no notes' : `notes: ${listed(notes.map(({ code }) => code))}`;
