// The worked solution of the variant that is shown, once it is wanted: what it needs is loaded only then.
import { type LitElement, nothing, type TemplateResult } from 'lit';
import { PosencError } from '../core/errors.ts';
import { CurrentRequest } from '../ui/current-request.ts';
import { compute } from '../worker/client.ts';
import { solutionNotLoaded } from './card-parts.ts';
import type { Variant } from './worked-solution.ts';

export class Solution {
  /** Why it cannot be shown; '' if it can. */
  error = '';

  private draw: ((variant: Variant) => TemplateResult) | null = null;
  private variant = '';
  private shown = Promise.resolve();
  private readonly loading = new CurrentRequest();

  constructor(private readonly host: LitElement) {}

  /** Asks the core for the solution of a variant, once. Resolves when it, or the error, can be drawn. */
  show(exercise: string, seed: number): Promise<void> {
    const variant = `${exercise}:${seed}`;
    if (variant !== this.variant) {
      this.variant = variant;
      this.draw = null;
      this.shown = this.load(exercise, seed);
    }
    return this.shown;
  }

  private async load(exercise: string, seed: number): Promise<void> {
    const signal = this.loading.start();
    try {
      const [{ steps }, { workedSolution }] = await Promise.all([
        compute.call('workedSolution', exercise, seed),
        import('./worked-solution.ts'),
      ]);
      if (signal.aborted) return;
      this.draw = (variant) => workedSolution(steps, variant);
      this.error = '';
      this.host.requestUpdate();
    } catch (error) {
      if (signal.aborted) return;
      this.error = error instanceof PosencError ? error.message : solutionNotLoaded;
      this.host.requestUpdate();
      await this.host.updateComplete;
      // (The exercise's next change asks again; that of the error does not, or it might never end.)
      if (!signal.aborted) this.variant = '';
    }
  }

  /** The solution, if it is here. */
  render(variant: Variant): TemplateResult | typeof nothing {
    return this.draw?.(variant) ?? nothing;
  }
}
