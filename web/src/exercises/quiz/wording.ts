// The wording of the quiz, read from the HTML that is made of the lesson's Markdown. Without scripts that HTML is the
// whole quiz.
import type { Item } from '../../core/api.ts';
import { siteFile } from '../site-file.ts';

export interface OptionWording {
  label: HTMLElement;
  /** A copy, as the first may still be on the screen when this one is drawn. */
  again: HTMLElement;
  why: HTMLElement;
}

export interface QuestionWording {
  title: HTMLElement;
  /** The title as plain text, for lists. */
  text: string;
  options: Map<string, OptionWording>;
}

/** A copy of some nodes, without their ids: links lead to the originals. */
function copyOf(tag: 'span' | 'div', nodes: Iterable<Node>): HTMLElement {
  const copy = document.createElement(tag);
  for (const node of nodes) copy.append(node.cloneNode(true));
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  return copy;
}

function optionOf(details: Element): OptionWording {
  const summary = details.querySelector('summary');
  const label = () => copyOf('span', summary?.childNodes ?? []);
  const rest = [...details.childNodes].filter((node) => node !== summary);
  const why = copyOf('div', rest);
  // The written verdict. The core's is shown instead.
  const verdict = why.querySelector('p:first-of-type > strong:first-child');
  if (verdict && !verdict.previousSibling?.textContent?.trim()) verdict.remove();
  return { label: label(), again: label(), why };
}

/** The lesson's questions, for a page that has none of its own; their links lead to the lesson. */
export async function wordingOfLesson(): Promise<Map<string, QuestionWording>> {
  const page = siteFile('exercises.html');
  const answer = await fetch(page);
  if (!answer.ok) throw new Error(`The questions could not be loaded (${answer.status}).`);
  const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const host = document.createElement('div');
  host.append(...(parsed.querySelector('posenc-quiz')?.childNodes ?? []));
  for (const link of host.querySelectorAll('a')) {
    link.href = new URL(link.getAttribute('href') ?? '', page).href;
    link.target = '_top';
  }
  return wordingIn(host);
}

/** The questions and their options in the order in which they are written. */
export const itemsIn = (wording: ReadonlyMap<string, QuestionWording>): Item[] =>
  [...wording].map(([id, { options }]) => ({
    ...{ id, group: '', hint: '', decimals: 0 },
    choices: [...options.keys()],
  }));

/** The questions within an element, by id. */
export function wordingIn(host: Element): Map<string, QuestionWording> {
  const questions = new Map<string, QuestionWording>();
  for (const section of host.querySelectorAll<HTMLElement>('[data-question]')) {
    const heading = section.querySelector('h2, h3, h4');
    const options = [...section.querySelectorAll<HTMLElement>('[data-option]')].map(
      (details) => [details.dataset['option'] ?? '', optionOf(details)] as const,
    );
    questions.set(section.dataset['question'] ?? '', {
      title: copyOf('span', heading?.childNodes ?? []),
      text: heading?.textContent?.trim() ?? '',
      options: new Map(options),
    });
  }
  return questions;
}
