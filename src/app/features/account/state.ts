/** `unknown` lasts until the stored token has been looked at. */
export interface AccountState {
  status: 'unknown' | 'signed-out' | 'signed-in';
  userId: number | null;
  /** Token of the one-time link in the address, until it is spent. */
  ownerToken: string | null;
}

export function initialAccount(): AccountState {
  return { status: 'unknown', userId: null, ownerToken: null };
}
