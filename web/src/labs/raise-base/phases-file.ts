// The phases as a file that `posenc train --repeat FILE --text TEXT` repeats.
import { coreVersion } from '../../registry.ts';
import type { TrainedModel } from '../on-demand/models.ts';
import type { ChosenText } from '../text/current-text.ts';
import { textOf, written } from '../training/run-file.ts';
import type { Phase, Phases } from './phases.ts';

const phaseOf = ({ options, ...results }: Phase) => ({ options: written(options), ...results });

/**
 * Two runs that begin alike. Phases without a step leave the model as it is, so the first run tests the trained model,
 * then that with the new base, and then trains it on; the second run trains on with the old base.
 */
export function phasesFile(
  { run }: TrainedModel,
  { trained, base, longer, both }: Phases,
  {
    text,
    finding,
    setting,
    link,
  }: {
    text: ChosenText;
    finding: string;
    setting: string;
    link: string;
  },
): string {
  const first = {
    options: written(run.options),
    losses: run.losses,
    accuracies: run.accuracies,
    divergedAt: null,
    evaluated: [],
  };
  const file = {
    posenc: 'training',
    version: 1,
    core: coreVersion,
    task: 'text',
    text: textOf(text),
    ...{ finding, setting, link },
    runs: [
      { ...first, continued: [trained, base, both].map(phaseOf) },
      { ...first, continued: [phaseOf(longer)] },
    ],
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
