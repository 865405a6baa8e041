/** What became of the look that was applied last, until the person has read it. */
export interface AppliedLook {
  readonly name: string;
  /** Materials of the model that got something from the look. */
  readonly count: number;
  /** What the look names and this model, or the library, does not have. */
  readonly missing: readonly string[];
}

/** Saved looks while the page is open; the looks themselves are in `db.looks`. */
export interface LooksState {
  applied: AppliedLook | null;
}

export function initialLooks(): LooksState {
  return { applied: null };
}
