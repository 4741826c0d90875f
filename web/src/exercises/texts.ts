// How each exercise is put to the learner. What is asked, and what is right, the core knows.
import { html, type TemplateResult } from 'lit';

export interface ExerciseText {
  title: string;
  task: TemplateResult;
  /** What the choices of an item are called, and the item itself. */
  choices: Record<string, { label: string; options: Record<string, string> }>;
}

export const texts: Record<string, ExerciseText> = {
  'e13.1': {
    title: 'By hand: E13.1',
    task: html`For d = 4 and base 10000, work out PE(0), PE(1), PE(5) and PE(6), then their dot
      products. Give three decimals, or write what you would compute: <code>sin(5/100)</code>.`,
    choices: {
      similar: {
        label: 'the first two products',
        options: {
          first: 'PE(0)·PE(1) is larger',
          equal: 'they are equal',
          second: 'PE(5)·PE(6) is larger',
        },
      },
    },
  },
};
