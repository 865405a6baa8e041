/** How the fake Google behaves, and whom it signs in. */
export interface Switches {
  /** Who presses the button. */
  user: { sub: string; email: string; name?: string };
  /** What is wrong with the tokens it makes; null: nothing. */
  fault:
    | 'audience'
    | 'issuer'
    | 'expired'
    | 'nonce'
    | 'no-nonce'
    | 'unverified'
    | 'alg-none'
    | 'hs256-public-key'
    | 'foreign-key'
    | null;
  /** Discovery and keys answer with 500, or never. */
  keys: 'fine' | 'error' | 'silent';
  /** The script of the button does not come. */
  isScriptMissing: boolean;
}

export const DEFAULTS: Switches = {
  user: { sub: '100000000000000000001', email: 'grace@example.com', name: 'Grace Hopper' },
  fault: null,
  keys: 'fine',
  isScriptMissing: false,
};
