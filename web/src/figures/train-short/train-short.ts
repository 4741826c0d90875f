import { percent, plain } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { titleOfTask } from '../../registry.ts';
import { segments, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { slopeText } from '../alibi.ts';
import { measured, measuredAs, measuredTasks } from '../past-training/measured.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';

const { lengths, trained, seed, steps } = measured;

const schemes = [
  { scheme: 'alibi', name: 'ALiBi', lasts: 'ALiBi is ahead at the end', tone: 'alibi' },
  { scheme: 'rope', name: 'RoPE', lasts: 'RoPE is ahead at the end', tone: 'rope' },
  { scheme: 'sinusoidal', name: 'waves', lasts: 'Waves last longest here', tone: 'sinusoidal' },
  { scheme: 'none', name: 'none', lasts: 'No encoding: ahead at the end', tone: 'soft' },
] as const satisfies readonly { scheme: string; name: string; lasts: string; tone: Tone }[];

const parameters = {
  task: segments(
    'task',
    'previous',
    measuredTasks.map((task) => [task, titleOfTask(task)] as const),
  ),
} as const;
type Params = Values<typeof parameters>;

/** Of each scheme, at each length. */
type Answer = readonly (readonly number[])[];

/**
 * Models of four schemes that were trained on short texts and tested on longer ones, on one of two tasks.
 *
 *   <posenc-train-short task="previous"></posenc-train-short>
 */
export class PosencTrainShort extends figureWith('train-short', parameters)<Answer> {
  protected override readonly label = 'Train short, test long';
  protected override readonly formula = `Accuracy: models trained when this page was built, from trainingDefaults(task, scheme) with seed ${seed} and, for ALiBi, the slopes shown; ${steps} calls of trainSteps(id, 1), then evaluateLength(id, length)`;

  protected override ask({ task }: Params): Promise<Answer> {
    return Promise.resolve(schemes.map(({ scheme }) => measuredAs(task, scheme).accuracies));
  }

  private best(answer: Answer) {
    const last = (n: number) => answer[n]?.[lengths.length - 1] ?? 0;
    const best = schemes.reduce((most, _, n) => (last(n) > last(most) ? n : most), 0);
    return schemes[best] ?? schemes[0];
  }

  protected override caption(answer: Answer): string {
    return this.best(answer).lasts;
  }

  protected override tone(answer: Answer | null): Tone {
    return answer ? this.best(answer).tone : 'accent';
  }

  protected override subtitle(): string {
    return `Trained on ${trained} words, tested on up to ${lengths.at(-1)}.`;
  }

  protected override setting(_: Answer, { task }: Params): string {
    const slopes = measuredAs(task, 'alibi').slopes.map(slopeText).join(', ');
    return `${titleOfTask(task)}: tiny models trained at length ${trained}, tested up to ${lengths.at(-1)}; one run each; beyond ${trained} only new positions count. ALiBi’s slopes, chosen for previous token: ${slopes}.`;
  }

  private lengthText(answer: Answer, at: number): string {
    const shares = schemes.map(({ name }, n) => `${name} ${percent(answer[n]?.[at] ?? 0, 1)}`);
    return `length ${lengths[at] ?? 0}: ${shares.join(', ')}`;
  }

  protected override summary(answer: Answer): string {
    const all = lengths.map((_, at) => this.lengthText(answer, at)).join('; at ');
    return `A curve for each scheme shows right answers by length. At ${all}.`;
  }

  protected override table(answer: Answer): DataTable {
    return {
      head: ['length', ...schemes.map(({ name }) => name)],
      count: lengths.length,
      row: (at) => [lengths[at] ?? 0, ...answer.map((all) => all[at] ?? 0)],
    };
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const best = answer && this.best(answer);
    const series = schemes.map((one, n): Series => ({
      name: one.name,
      x: lengths,
      y: answer?.[n] ?? [],
      color: one.scheme,
      as: 'line',
      weight: one === best ? 'thick' : 'thin',
      marked: true,
    }));
    return linePlot(this.label, summary, {
      height: 250,
      series: answer ? series : [],
      stretch: { from: lengths[0] ?? 1, to: trained, name: '' },
      across: {
        title: 'length of the text',
        scale: 'log',
        base: 2,
        mark: plain,
        domain: [lengths[0] ?? 1, lengths.at(-1) ?? 1],
        at: [8, 16, 32, 64, 128],
      },
      up: { title: 'right answers', domain: [0, 1], mark: (value) => percent(value) },
      stops: lengths,
      describe: (at: number) => (answer ? this.lengthText(answer, at) : ''),
    });
  }
}

customElements.define('posenc-train-short', PosencTrainShort);
