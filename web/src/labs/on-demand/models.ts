// The models that labs ask for by their options: those of this visit, and those that are kept in this browser.
import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { StorageProblem } from '../../ui/notices.ts';
import { compute } from '../../worker/client.ts';
import type { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint, TrainingOptions } from '../../worker/training-protocol.ts';
import { Unreadable, withModel } from '../../worker/with-model.ts';
import { bookName } from '../text/book.ts';
import { type ChosenText, currentText } from '../text/current-text.ts';
import {
  checkpointOf,
  keep,
  models,
  sessionOf,
  type StoredRun,
} from '../training/stored-session.ts';

/** A model by all that makes it. */
export interface Wanted {
  task: string;
  options: TrainingOptions;
  /** Null for other tasks than text. */
  text: ChosenText | null;
}

/** A model with the run that it came from. */
export interface TrainedModel {
  checkpoint: Checkpoint;
  run: Pick<StoredRun, 'options' | 'losses' | 'accuracies'>;
}

const here = new Map<string, TrainedModel>();

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || ArrayBuffer.isView(value);

/** Those options that make the model, in full. (The vocabulary of a text is the size of its alphabet.) */
export function keyOf({ task, options, text }: Wanted): string {
  const made: Record<string, unknown> = text ? { ...options, vocabulary: 0 } : { ...options };
  const listed = Object.entries(made)
    .filter(([name]) => name !== 'testLengths')
    .map(
      ([name, value]) => `${name}=${isList(value) ? Array.from(value).join(' ') : String(value)}`,
    );
  return [task, text?.key ?? '', ...listed].join('; ');
}

/** The key of the settings that such a model is kept with. */
const settingOf = ({ task, options: { seed }, text }: Wanted): string =>
  `remedies.task=${task}&remedies.seed=${seed}${text ? `&text=${text.key}` : ''}`;

/** Keeps the model of a run: for this visit at least, and in this browser if it lets. */
export async function keepModel(
  wanted: Wanted,
  run: TrainingRun,
  checkpoint: Checkpoint,
): Promise<StorageProblem> {
  const { task, text } = wanted;
  const { options, losses, accuracies, bits, evaluated } = run;
  here.set(keyOf(wanted), { checkpoint, run: { options, losses, accuracies } });
  const { scheme, seed } = options;
  const done = { options, state: 'done', losses, accuracies, divergedAt: null } as const;
  return keep(
    'remedies',
    {
      ...{ version: 1, setting: settingOf(wanted), task, at: Date.now(), guesses: {} },
      ...(text && { text: { name: text.name, checksum: text.key } }),
      runs: [{ ...done, ...(text && { bits }), evaluated, over: true, failure: null }],
    },
    [{ scheme, seed, checkpoint }],
  );
}

/** One that was trained with exactly these options; null if there is none. */
export async function modelWith(wanted: Wanted): Promise<TrainedModel | null> {
  const known = here.get(keyOf(wanted));
  if (known) return known;
  const { task, text } = wanted;
  const { scheme, seed } = wanted.options;
  const alike = (await models()).filter(
    (one) =>
      one.task === task &&
      one.scheme === scheme &&
      one.seed === seed &&
      one.text?.checksum === text?.key,
  );
  for (const one of alike) {
    const checkpoint = await checkpointOf(one);
    if (!checkpoint) continue;
    const options = await withModel(
      checkpoint,
      (id) => compute.call('trainerOptions', id),
      text,
    ).catch((error: unknown) => {
      // (Another version of the lesson may have written it.)
      if (error instanceof Unreadable) return null;
      throw error;
    });
    if (!options || keyOf({ task, options, text }) !== keyOf(wanted)) continue;
    const run = (await sessionOf(one.setting))?.runs.find(
      ({ options }) => options.scheme === scheme && options.seed === seed,
    );
    if (!run) continue;
    const found = { checkpoint, run };
    here.set(keyOf(wanted), found);
    return found;
  }
  return null;
}

// The RoPE of Lab 4: what the labs on text after it start from.

/** A model, and the name of its text. */
interface RopeOnText {
  wanted: Wanted;
  name: string;
}

class CurrentRope implements ReactiveController {
  constructor(
    host: ReactiveControllerHost,
    private readonly changed: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    currentText.addEventListener('change', this.changed);
  }

  hostDisconnected(): void {
    currentText.removeEventListener('change', this.changed);
  }

  /** @param defaults of the task */
  async wanted(defaults: TrainingOptions, seed: number): Promise<RopeOnText> {
    const options = { ...defaults, seed };
    if (isServer) return { wanted: { task: 'text', options, text: null }, name: bookName };
    const text = await currentText.get();
    return { wanted: { task: 'text', options, text }, name: text.name };
  }
}

/** The model that the page's text would be given. @param changed another text has been chosen */
export const ropeOnText = (host: ReactiveControllerHost, changed: () => void) =>
  new CurrentRope(host, changed);
