// The settings of an embedded element, as the attributes of its tag and the query of its address.
import type { LitElement } from 'lit';

export type Settings = readonly (readonly [name: string, value: string])[];

/** Attributes that mean nothing outside of the lesson's own pages. */
const pageAttributes = ['shares'];

/** The attributes that give a new element the settings of this one: those that differ from a new element's. */
export function settingsOf(element: LitElement): Settings {
  const Element = element.constructor as typeof LitElement;
  const plain = document.createElement(element.localName);
  const valueOf = (of: object, name: PropertyKey) =>
    (of as Record<PropertyKey, string | number | boolean | null | undefined>)[name];
  return [...Element.elementProperties].flatMap(([name, { attribute, type, state }]) => {
    if (attribute === false || state) return [];
    const key = typeof attribute === 'string' ? attribute : String(name).toLowerCase();
    const value = valueOf(element, name);
    if (pageAttributes.includes(key) || value === valueOf(plain, name)) return [];
    if (value === undefined || value === null || value === false) return [];
    return [[key, type === Boolean ? '' : String(value)] as const];
  });
}

/** Labs are kept by their id, so each embedded one needs its own, which is the same on every visit. */
export function idFor(figure: string, settings: Settings): string | null {
  if (figure !== 'training') return null;
  const words = settings.flat().join(' ').trim().toLowerCase();
  const part = words.replaceAll(/[^a-z0-9]/g, (character) =>
    character === ' ' ? '-' : `_${character.charCodeAt(0)}`,
  );
  return part ? `${figure}-${part}` : null;
}

/** Posted by embed.html to the generator, on its own site only, whenever the reader sets something. */
export interface SettingsMessage {
  posenc: 'settings';
  settings: Settings;
}

export const isSettingsMessage = (data: unknown): data is SettingsMessage =>
  (data as SettingsMessage | null)?.posenc === 'settings';
