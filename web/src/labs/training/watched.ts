// The example that every model of a lab answers: before its training, while it learns, and after.
import type { ReactiveControllerHost } from 'lit';
import { compute, Latest } from '../../worker/client.ts';
import { inLine } from '../text/text-words.ts';
import type {
  Checkpoint,
  Look,
  Response,
  TrainingOptions,
} from '../../worker/training-protocol.ts';
import { type LabTask, newModel, openedModel } from './lab-task.ts';
import type { Scheme } from './schemes.ts';

/** Inputs from the tests of a task. None of them is trained on. */
export interface Example {
  /** The question is whether the whole row is in order; otherwise each token has its own answer. */
  isOrder: boolean;
  inputs: readonly (readonly number[])[];
  /** Of each input, in its order; -1 where nothing is scored. */
  targets: readonly (readonly number[])[];
  /** The characters of a text's tokens, readable; none where tokens are numbers. */
  characters: readonly string[];
  /** The key of the text that it is part of; null if it is made up. */
  text: string | null;
}

/** A token as it is shown. */
export const tokenText = ({ characters }: Example, token: number | undefined): string =>
  characters[token ?? -1] ?? String(token ?? '');

/** A model that answers: as it begins, or as it was left. */
interface Source {
  scheme: Scheme['id'];
  options: TrainingOptions;
  checkpoint: Checkpoint | null;
}

/** As many tokens as have room beside each other; a row to put in order has to be taken in at a glance. */
const usualLength = { order: 4, text: 16, others: 8 };

async function draw(
  id: number,
  options: TrainingOptions,
  number: number,
  { text }: Pick<LabTask, 'text'>,
): Promise<Example> {
  const isOrder = options.examples === 'order';
  const usual = isOrder ? usualLength.order : usualLength.others;
  const ofTask = Math.max(options.trainShortest, Math.min(options.trainLongest, usual));
  // (Any part of a text is an example.)
  const length = text ? usualLength.text : ofTask;
  // The same numbers twice, out of order and in order: a model that sees no order answers both alike.
  const seeds = isOrder ? [2 * number + 1, 2 * number] : [number];
  const samples = await Promise.all(
    seeds.map((seed) => compute.call('sampleInput', id, length, seed)),
  );
  return {
    isOrder,
    inputs: samples.map(({ tokens }) => [...tokens]),
    targets: samples.map(({ targets }) => [...targets]),
    characters: text?.facts.alphabet.map(inLine) ?? [],
    text: keyOf(text),
  };
}

async function respond(id: number, tokens: readonly number[]): Promise<Response[]> {
  const { answers, targets, attention } = await compute.call(
    'traceInput',
    id,
    Float64Array.from(tokens),
  );
  const last = attention[attention.length - 1];
  return last ? [{ answers, targets, attention: last }] : [];
}

const keyOf = (text: LabTask['text']): Example['text'] => text?.key ?? null;

export class Watched {
  /** Null until there is one. */
  example: Example | null = null;
  private looks = new Map<Scheme['id'], Look>();
  private number = 0;
  private sources: readonly Source[] = [];
  private about: Pick<LabTask, 'text'> = { text: null };
  private readonly latest = new Latest<readonly Source[]>((sources) => this.ask(sources));

  constructor(private readonly host: ReactiveControllerHost) {}

  /** Lets these models of a task answer. */
  answerWith(sources: readonly Source[], about: Pick<LabTask, 'text'>): void {
    this.sources = sources;
    this.about = about;
    // Another text gives the tokens of an example other characters, or none.
    if (this.example && this.example.text !== keyOf(about.text)) {
      this.example = null;
      this.looks.clear();
      this.host.requestUpdate();
    }
    void this.latest.request(sources);
  }

  /** Lets the same models answer another example. */
  another(): void {
    this.number++;
    void this.latest.request(this.sources);
  }

  /** The inputs of the example, if it fits the text of a task; none otherwise. */
  inputsFor({ text }: Pick<LabTask, 'text'>): Example['inputs'] {
    return this.example?.text === keyOf(text) ? this.example.inputs : [];
  }

  /**
   * The latest answers of a scheme's model.
   * @param run one that may answer the same example while it learns
   */
  lookOf(
    scheme: Scheme['id'],
    run: { look?: Look | null; watched?: readonly unknown[] } | undefined,
  ): Look | null {
    const isAboutIt = this.example !== null && run?.watched === this.example.inputs;
    return (isAboutIt ? run.look : null) ?? this.looks.get(scheme) ?? null;
  }

  private async ask(sources: readonly Source[]): Promise<void> {
    const looks = new Map<Scheme['id'], Look>();
    const { about } = this;
    let example: Example | null = null;
    for (const { scheme, options, checkpoint } of sources) {
      // A model that cannot be made, or read, says why when it is to be trained: here it has no answer.
      const opened = await (
        checkpoint ? openedModel(checkpoint, about) : newModel(options, about)
      ).catch(() => null);
      if (!opened) continue;
      const { id } = opened;
      try {
        example ??= await draw(id, options, this.number, about);
        const responses = await Promise.all(example.inputs.map((tokens) => respond(id, tokens)));
        looks.set(scheme, { step: checkpoint ? options.steps : 0, responses: responses.flat() });
      } catch {
        continue;
      } finally {
        await compute.call('disposeTrainer', id).catch(() => undefined);
      }
    }
    if (sources !== this.sources) return;
    if (example) this.example = sameAs(this.example, example);
    this.looks = looks;
    this.host.requestUpdate();
  }
}

/** The one before if it asks the same: runs know it by its identity. */
const sameAs = (before: Example | null, example: Example): Example =>
  before && JSON.stringify(before) === JSON.stringify(example) ? before : example;
