/** An object in JSON, with any content. */
export type Values = Record<string, unknown>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
