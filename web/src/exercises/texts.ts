// How each exercise is put to the learner. What is asked, and what is right, the core knows.
import { html, type TemplateResult } from 'lit';
import type { Item } from '../core/api.ts';

export interface ExerciseText {
  title: string;
  task: TemplateResult;
  /** How many decimals the task asks for. */
  decimals: number;
  /** What to take away when all is right. */
  closing: string;
  /** What the choices of an item are called, the item itself, and what to say of a wrong one. */
  choices: Record<string, { label: string; options: Record<string, string>; wrong: string }>;
  /** What the core is going to ask: it keeps the place until the core has answered. */
  expected: Item[];
}

const expect = (id: string, group = '', choices: string[] = []): Item => ({
  id,
  group,
  choices,
  hint: '',
});
const vectors = (dimensions: number, ...names: string[]) =>
  names.flatMap((name) =>
    Array.from({ length: dimensions }, (_, dimension) => expect(`${name}[${dimension}]`, name)),
  );

export const texts: Record<string, ExerciseText> = {
  'e13.1': {
    title: 'By hand: E13.1',
    task: html`For d = 4 and base 10000, work out PE(0), PE(1), PE(5) and PE(6), then their dot
      products. Give three decimals, or write what you would compute: <code>cos(2/7)</code>.`,
    decimals: 3,
    closing:
      'PE(0)·PE(1) and PE(5)·PE(6) are equal because in both the positions are one apart: each is the sum of the cosines of one step, cos ω₀ + cos ω₁. PE(0)·PE(5) belongs to another step, five positions, and is smaller: cos 5ω₀ + cos 5ω₁.',
    choices: {
      similar: {
        label: 'the first two products',
        options: {
          first: 'PE(0)·PE(1) is larger',
          equal: 'they are equal',
          second: 'PE(5)·PE(6) is larger',
        },
        wrong: 'Put your first two products side by side.',
      },
    },
    expected: [
      ...vectors(4, 'PE(0)', 'PE(1)', 'PE(5)', 'PE(6)'),
      ...['PE(0).PE(1)', 'PE(5).PE(6)', 'PE(0).PE(5)'].map((product) => expect(product)),
      expect('similar', '', ['first', 'equal', 'second']),
    ],
  },
};
