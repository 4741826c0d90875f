// The answers to one exercise of a set, as the core works them out.
import { html, nothing, type TemplateResult } from 'lit';
import type { Answers, Item } from '../core/api.ts';
import type { Assigned } from '../exercises/assignment.ts';
import { entryOf, hasVariants, type Kind } from '../exercises/catalogue.ts';
import type { Solution } from '../exercises/code/solutions.ts';
import { wordingOfLesson } from '../exercises/quiz/wording.ts';
import { texts } from '../exercises/texts.ts';
import { type SolutionLine, solutionLines } from '../exercises/worked-solution.ts';
import { compute } from '../worker/client.ts';

/** A question of the quiz, with the option that is right. */
interface RightOption {
  id: string;
  question: string;
  option: HTMLElement;
}

export interface KeyEntry extends Assigned {
  /** With its number in the course, if it has one. */
  title: string;
  href: string;
  /** The task of this variant, if its numbers are drawn. */
  task: TemplateResult | typeof nothing;
  /** '' for nothing. */
  note: string;
  lines: SolutionLine[];
  options: RightOption[];
  programs: readonly Solution[];
}

type Parts = Omit<KeyEntry, keyof Assigned | 'title' | 'href'>;

const none: Parts = { task: nothing, note: '', lines: [], options: [], programs: [] };

async function handParts({ id, seed }: Assigned): Promise<Parts> {
  const [asked, { steps }] = await Promise.all([
    compute.call('exercise', id, seed),
    compute.call('workedSolution', id, seed),
  ]);
  const text = texts[id];
  if (!text) throw new Error(`The page has no words for the exercise "${id}".`);
  return { ...none, task: text.task(asked.facts), lines: solutionLines(steps, { text, asked }) };
}

async function codeParts({ id }: Assigned): Promise<Parts> {
  const { solutions } = await import('../exercises/code/solutions.ts');
  const note =
    'Tests decide, and the variant draws their inputs: any program that passes all of them is right. For example:';
  return { ...none, note, programs: solutions[id] ?? [] };
}

const labParts = (): Promise<Parts> =>
  Promise.resolve({
    ...none,
    note: 'There is no key: answers are graded against the models that each learner trains.',
  });

/** The right choice by question, found by grading: a sheet has one answer to each question, so this takes a few. */
async function rightChoices({ id, seed }: Assigned, items: Item[]): Promise<Map<string, string>> {
  const right = new Map<string, string>();
  for (let n = 0; right.size < items.length; n++) {
    const sheet: Answers = {};
    for (const { id: question, choices } of items) {
      const choice = choices[n];
      if (choice !== undefined && !right.has(question)) sheet[question] = choice;
    }
    if (Object.keys(sheet).length === 0) break;
    const grade = await compute.call('gradeExercise', id, seed, sheet);
    for (const { item, outcome } of grade.items) {
      if (outcome === 'right') right.set(item, sheet[item] ?? '');
    }
  }
  return right;
}

async function quizParts(one: Assigned): Promise<Parts> {
  const [{ items }, wording] = await Promise.all([
    compute.call('exercise', one.id, one.seed),
    wordingOfLesson(),
  ]);
  const right = await rightChoices(one, items);
  const options = items.flatMap(({ id }) => {
    const words = wording.get(id);
    const option = words?.options.get(right.get(id) ?? '')?.label;
    return words && option ? [{ id, question: words.text, option }] : [];
  });
  return { ...none, options };
}

const parts: Record<Kind, (one: Assigned) => Promise<Parts>> = {
  hand: handParts,
  code: codeParts,
  lab: labParts,
  quiz: quizParts,
};

/** @param one of an assignment that has been checked */
export async function keyEntry(one: Assigned): Promise<KeyEntry> {
  const entry = entryOf(one.id);
  if (!entry) throw new Error(`There is no exercise "${one.id}".`);
  const { label, href, kind } = entry;
  const title = label ? `${label}: ${entry.title}` : entry.title;
  return { ...one, title, href, ...(await parts[kind](one)) };
}

const table = (lines: readonly SolutionLine[]): TemplateResult =>
  html`<table>
    ${lines.map(
      ({ item, name, working, answer }) =>
        html`<tr data-step=${item}>
          <th scope="row">${name}</th>
          <td><code>${working}</code></td>
          <td><b>${answer}</b></td>
        </tr>`,
    )}
  </table>`;

export const renderEntry = (entry: KeyEntry): TemplateResult =>
  html`<div class="entry" data-entry=${entry.id}>
    <h4>
      <a href=${entry.href}>${entry.title}</a>
      <small>${entry.id}${hasVariants(entry.id) ? `, variant ${entry.seed}` : ''}</small>
    </h4>
    ${entry.task === nothing ? nothing : html`<p class="soft">${entry.task}</p>`}
    ${entry.note ? html`<p>${entry.note}</p>` : nothing}
    ${entry.lines.length > 0 ? table(entry.lines) : nothing}
    ${
      entry.options.length > 0
        ? html`<ol>
            ${entry.options.map(
              ({ id, question, option }) =>
                html`<li data-question=${id}>${question} <b>${option}</b></li>`,
            )}
          </ol>`
        : nothing
    }
    ${entry.programs.map(
      ({ title, program }) =>
        html`${title ? html`<p>${title}:</p>` : nothing}
          <pre
            tabindex="0"
            role="group"
            aria-label=${title || entry.title}
          ><code>${program}</code></pre>`,
    )}
  </div>`;

/** For a document of the instructor's own: a line for each answer. */
export function textOf({ id, title, seed, note, lines, options, programs }: KeyEntry): string {
  return [
    `${title} (${id}${hasVariants(id) ? `, variant ${seed}` : ''})`,
    ...(note ? [note] : []),
    ...lines.map(
      ({ name, working, answer, isChoice }) =>
        `${name}: ${working} ${isChoice ? '→' : '='} ${answer}`,
    ),
    ...options.map(
      ({ question, option }, n) => `${n + 1}. ${question} ${option.textContent?.trim() ?? ''}`,
    ),
    ...programs.map(({ program }) => program.trimEnd()),
  ].join('\n');
}
