// The protocols of LMS. Each is loaded only by packages made for it.
import type { Adapter } from './adapter.ts';
import type { Standard } from './config.ts';

export const protocols: Record<Standard, () => Promise<Adapter>> = {
  scorm12: async () => new (await import('./scorm12.ts')).Scorm12(),
  scorm2004: async () => new (await import('./scorm2004.ts')).Scorm2004(),
  cmi5: async () => new (await import('./cmi5.ts')).Cmi5(),
};
