// The state of figures in the page's address: ?clock.position=3&clock.base=500 sets the figure `clock`.
import { attributeOf, type ParameterTable } from './parameters.ts';

type State = Record<string, unknown>;

/** The state of a figure in an address. Without a `problem`, the values of the parameters that the address names. */
interface Asked {
  values: State;
  /** The part that cannot be read, as a sentence. */
  problem: string | null;
}

const yesOrNo = new Map([
  ['yes', true],
  ['no', false],
]);

/** The state of a figure in an address, from the part after the question mark. */
export function askedIn(search: string, figure: string, parameters: ParameterTable): Asked {
  const names = new Map(Object.keys(parameters).map((name) => [attributeOf(name), name]));
  const values: State = {};
  for (const [key, text] of new URLSearchParams(search)) {
    if (!key.startsWith(`${figure}.`)) continue;
    const attribute = key.slice(figure.length + 1);
    const name = names.get(attribute) ?? '';
    const parameter = parameters[name];
    if (!parameter) {
      const known = [...names.keys()].join(', ');
      return { values: {}, problem: `This figure has no parameter "${attribute}", only ${known}` };
    }
    const value =
      parameter.type === 'number'
        ? Number(text.trim() || NaN)
        : parameter.type === 'flag'
          ? yesOrNo.get(text)
          : text;
    if (value === undefined || Number.isNaN(value)) {
      const wanted = parameter.type === 'flag' ? 'yes or no' : 'a number';
      return {
        values: {},
        problem: `In the address, ${attribute} must be ${wanted} but is "${text}"`,
      };
    }
    values[name] = value;
  }
  return { values, problem: null };
}

const written = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

/** The address of a page with the state of a figure, without undefined values. Its other parts stay as they are. */
export function addressOf(
  page: URL,
  figure: string,
  parameters: ParameterTable,
  values: State,
): string {
  const address = new URL(page);
  for (const key of [...address.searchParams.keys()]) {
    if (key.startsWith(`${figure}.`)) address.searchParams.delete(key);
  }
  for (const name of Object.keys(parameters)) {
    const value = values[name];
    if (value === undefined) continue;
    address.searchParams.set(`${figure}.${attributeOf(name)}`, written(value));
  }
  address.hash = figure;
  return address.href;
}

/** The message of a figure that cannot `act` (show, train) as the address asks, and does something else `instead`. */
export const refused = (problem: string, act: string, instead: string): string =>
  `This figure cannot ${act} what the address asks for. ${problem.replace(/\.$/, '')}. ${instead}`;

/** Puts a link into the address bar, copies it if the browser allows that, and returns a sentence about it. */
export async function copyLink(link: string): Promise<string> {
  history.replaceState(history.state, '', link);
  try {
    await navigator.clipboard.writeText(link);
    return 'Link copied. It is also in the address bar.';
  } catch {
    return 'The link is in the address bar.';
  }
}
