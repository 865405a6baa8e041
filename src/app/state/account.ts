/** What the address brought: the owner's one-time link, a link of a mail, an invitation, or the answer of the company's provider. */
export interface AccountLink {
  readonly kind: 'owner' | 'reset' | 'verify' | 'invitation' | 'company';
  readonly token: string;
}

/** `unknown` lasts until the stored token has been looked at. */
export interface AccountState {
  status: 'unknown' | 'signed-out' | 'signed-in';
  userId: number | null;
  /** Until it is spent. */
  link: AccountLink | null;
  /** Somebody left in this visit: the way back in stands open, not the waiting list. */
  hasSignedOut: boolean;
  /** Where this browser is signed out of the company's provider, which knows nothing yet of the last sign-out; null for nothing to do. */
  wayOut: string | null;
}

export function initialAccount(): AccountState {
  return { status: 'unknown', userId: null, link: null, hasSignedOut: false, wayOut: null };
}
