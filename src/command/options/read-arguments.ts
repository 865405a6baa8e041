import { parseArgs } from 'node:util';
import { suggestNames } from './suggest-names.ts';
import { UsageError } from './usage-error.ts';

/** One option of a command, as its help tells it. */
export interface OptionPlan {
  /** What stands behind it; null: it is a switch. */
  readonly value: string | null;
  /** It may be said several times. */
  readonly isMany?: true;
  readonly help: string;
}
export type OptionPlans = Readonly<Record<string, OptionPlan>>;

/** What a command was called with; an option that was not said is not there. */
export interface Arguments {
  readonly names: readonly string[];
  /** The last one said. */
  text(option: string): string | undefined;
  list(option: string): readonly string[];
  has(option: string): boolean;
}

/** @throws UsageError for an option that the command has not, and for one without its value. */
export function readArguments(given: readonly string[], plans: OptionPlans): Arguments {
  const options = Object.fromEntries(
    Object.entries(plans).map(([name, { value }]) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  const { values, positionals } = parse(joinNegatives(given, plans), options, plans);
  const list = (option: string): readonly string[] =>
    (values[option] ?? []).filter((value) => typeof value === 'string');
  return {
    names: positionals,
    list,
    text: (option) => list(option).at(-1),
    has: (option) => values[option] !== undefined,
  };
}

type ParseOptions = Record<string, { type: 'boolean' | 'string'; multiple: boolean }>;

function parse(args: string[], options: ParseOptions, plans: OptionPlans) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Record<string, (string | boolean)[] | undefined>, positionals };
  } catch (error) {
    throw new UsageError(describe(error, args, plans));
  }
}

function describe(error: unknown, args: readonly string[], plans: OptionPlans): string {
  const { message } = error as Error;
  const [, named = ''] = /'(-[^' ]*)/.exec(message) ?? [];
  const name = named.replace(/^-+/, '').replace(/=.*$/, '');
  const plan = plans[name];
  if (plan === undefined) {
    const known = Object.keys(plans).map((option) => `--${option}`);
    return `There is no option ${named || args.join(' ')}.${suggestNames(`--${name}`, known)}`;
  }
  return plan.value === null
    ? `--${name} takes no value.`
    : `--${name} needs a value: --${name} ${plan.value}.`;
}

/** A number below 0 behind an option is its value, and no option. */
function joinNegatives(given: readonly string[], plans: OptionPlans): string[] {
  const joined: string[] = [];
  for (const argument of given) {
    const before = joined.at(-1) ?? '';
    const isValue = /^-\d/.test(argument) && before.startsWith('--');
    const plan = plans[before.slice(2)];
    if (isValue && plan !== undefined && plan.value !== null)
      joined[joined.length - 1] = `${before}=${argument}`;
    else joined.push(argument);
  }
  return joined;
}
