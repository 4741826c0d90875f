// A task as a lab trains it: one about texts comes with the text.
import { compute } from '../../worker/client.ts';
import { describeTask, taskWith } from '../../worker/training-client.ts';
import type { TrainingOptions, TrainingTask } from '../../worker/training-protocol.ts';
import { factsOf } from '../../worker/open-texts.ts';
import { type ChosenText, currentText } from '../text/current-text.ts';

export interface LabTask extends TrainingTask {
  /** Null if examples are made up. */
  text: ChosenText | null;
}

export async function labTask(name: string): Promise<LabTask> {
  const task = await describeTask(name);
  return { ...task, text: task.measure === 'bits' ? await currentText.get() : null };
}

/** The task with these options; as it is by default if they cannot be trained, which the trainers will refuse. */
export const taskOrUsual = async (task: LabTask, options: TrainingOptions): Promise<LabTask> => ({
  ...task,
  ...(await taskWith(task, options).catch(() => task)),
});

export async function newModel(options: TrainingOptions, { text }: Pick<LabTask, 'text'>) {
  if (!text) return compute.call('createTrainer', options);
  return compute.call('createTextTrainer', (await factsOf(text)).id, options);
}

export async function openedModel(
  checkpoint: Uint8Array<ArrayBuffer>,
  { text }: Pick<LabTask, 'text'>,
) {
  if (!text) return compute.call('openCheckpoint', checkpoint);
  return compute.call('openTextCheckpoint', (await factsOf(text)).id, checkpoint);
}
