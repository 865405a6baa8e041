import type { WrongWallet } from './compare-wallets.ts';

/** What to do about what is provably right. */
export const REPAIR = 'Call it with --repair.';
/** What to do about the rest. */
export const BY_HAND =
  'Nothing repairs it by itself, as no credits are invented: compare with a backup, then grant what is missing.';
/** Of accounts and orders in a sentence; the rest is counted. */
const NAMED_MAX = 5;

/** For a sentence: the first of them, and how many more. */
export function list(all: readonly (string | number)[]): string {
  const rest = all.length - NAMED_MAX;
  return `${all.slice(0, NAMED_MAX).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** An account with both numbers. */
export const describeWallet = ({ email, has, due }: WrongWallet): string => `${email} (${has}, not ${due})`;
