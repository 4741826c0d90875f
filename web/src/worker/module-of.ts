// Which module of the core computes what for this page.
import { type ModuleName, moduleWith } from '../core/page/modules.ts';
import type { Method } from './protocol.ts';

/** By the module that the page's body names. (Other people's pages name none.) */
export const moduleOf = (method: Method): ModuleName =>
  moduleWith(method, globalThis.document?.body?.dataset?.['module'] as ModuleName | undefined);
