/** Whom a provider of identities vouches for. */
export interface Vouched {
  /** Of the provider, as its ID tokens name it, without a slash at the end. */
  readonly issuer: string;
  /** The person's number there. It never changes; the e-mail may. */
  readonly subject: string;
  /** Proven there. */
  readonly email: string;
  readonly name: string;
  /** What the provider says of their role here; null where it is not asked. */
  readonly isStaff: boolean | null;
  /** When the provider last asked them who they are; absent where it does not say, or where no sign-in stands for a password. */
  readonly askedAt?: Date | undefined;
}
