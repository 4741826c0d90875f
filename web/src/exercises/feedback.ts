// What a verdict of the core is told as. The verdict itself is the core's alone.
import type { Reason, Verdict } from '../core/api.ts';

const whatHappened: Record<Reason, string> = {
  rounded: 'Right so far: three decimals are asked.',
  degrees: 'The angle is in radians, not in degrees.',
  exponent: 'The exponent is 2i/d, not i/d.',
  'sin-cos-swapped': 'Sine and cosine are swapped: 2i holds the sine, 2i + 1 the cosine.',
  'one-based': 'Positions count from 0: this is the value of the position after.',
  'inverted-exponent':
    'The exponent is negative: the position is divided by the power, not multiplied.',
  'decimal-shift': 'The decimal point is one place off.',
};

export function feedback(verdict: Verdict): string {
  switch (verdict.outcome) {
    case 'empty':
      return '';
    case 'unreadable':
      return `Cannot be read: ${verdict.message ?? ''}`;
    case 'right':
      return 'Right.';
    case 'carried-forward':
      return 'Right for your own vectors, though they are not all right.';
    case 'form':
    case 'wrong':
      return verdict.reason ? whatHappened[verdict.reason] : 'Not right.';
  }
}
