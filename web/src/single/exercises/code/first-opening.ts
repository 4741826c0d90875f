// In the single file, the editor and Python are part of it.
import type * as OnHost from '../../../exercises/code/first-opening.ts';

export const firstOpening: typeof OnHost.firstOpening = () => '';
