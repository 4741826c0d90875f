// The RoPE of Lab 4: what the labs on text after it start from.
import { isServer, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { TrainingOptions } from '../../core/api.ts';
import { bookName } from '../text/book.ts';
import { currentText } from '../text/current-text.ts';
import type { Wanted } from './models.ts';

/** A model, and the name of its text. */
export interface RopeOnText {
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
