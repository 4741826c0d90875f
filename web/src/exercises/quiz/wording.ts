// What the quiz is worded as: read from the HTML that the lesson's Markdown became, which is the whole quiz where no
// script runs.
import { siteFile } from '../site-file.ts';

export interface OptionWording {
  label: HTMLElement;
  /** The same once more, for where the first is still shown. */
  again: HTMLElement;
  why: HTMLElement;
}

export interface QuestionWording {
  title: HTMLElement;
  /** The title as plain text, for lists. */
  text: string;
  options: Map<string, OptionWording>;
}

/** A copy of some nodes. Their ids stay with the originals, which links lead to. */
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
  // The verdict of the written page. Here it is the core's, shown beside.
  const verdict = why.querySelector('p:first-of-type > strong:first-child');
  if (verdict && !verdict.previousSibling?.textContent?.trim()) verdict.remove();
  return { label: label(), again: label(), why };
}

/** The questions as the lesson has them, for a page that has none of its own; links in them lead to the lesson. */
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
