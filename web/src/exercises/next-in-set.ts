import { html, nothing, type TemplateResult } from 'lit';
import { classroom } from './assignment.ts';
import { entryOf } from './catalogue.ts';

/** Below an exercise of a class's set: a link to the next, after the last one back to the board. */
export function nextInSet(id: string): TemplateResult | typeof nothing {
  const ids = classroom().current?.set.map((one) => one.id) ?? [];
  if (!ids.includes(id)) return nothing;
  const next = entryOf(ids[ids.indexOf(id) + 1] ?? '');
  return next
    ? html`<span>Next in your set: <a href=${next.href}>${next.title}</a></span>`
    : html`<span>The last of your set: <a href="./exercises.html#progress">what is open</a></span>`;
}
