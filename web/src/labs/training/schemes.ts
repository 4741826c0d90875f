import type { TrainingOptions } from '../../worker/training-protocol.ts';

// The schemes that the labs train: what they are called, and how they are drawn. (The core has one more: a formula of
// one's own.)

export interface Scheme {
  /** As the core calls it, and its colour. */
  id: TrainingOptions['scheme'];
  name: string;
  /** Where there is little room. */
  short: string;
  as: 'line' | 'dashed';
}

export const schemes: readonly Scheme[] = [
  { id: 'none', name: 'none', short: 'none', as: 'line' },
  { id: 'sinusoidal', name: 'sinusoidal', short: 'sinusoidal', as: 'line' },
  { id: 'learned', name: 'learned', short: 'learned', as: 'line' },
  { id: 'rope', name: 'RoPE', short: 'RoPE', as: 'line' },
  { id: 'alibi', name: 'ALiBi', short: 'ALiBi', as: 'line' },
  { id: 'alibi-directional', name: 'directional ALiBi', short: 'dir. ALiBi', as: 'dashed' },
  { id: 't5', name: 'T5’s bias', short: 'T5', as: 'line' },
  { id: 'hybrid', name: 'hybrid', short: 'hybrid', as: 'dashed' },
];

/** "rope, alibi" as schemes, in their usual order; what is none is left out. */
export const schemesIn = (text: string): Scheme[] => {
  const named: readonly string[] = text.split(/[\s,;]+/);
  return schemes.filter(({ id }) => named.includes(id));
};
