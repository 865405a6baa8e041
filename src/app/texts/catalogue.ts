import type { en } from './en/common.ts';
import type { lateEnglish } from './late-english.ts';

/** The shape of a catalogue with any text in its places. */
export type Widened<Entry> = Entry extends string
  ? string
  : Entry extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Entry]: Widened<Entry[Key]> };

/** Every sentence a person reads, by key. English decides the keys; a language that lacks one does not compile. */
export type Catalogue = Widened<typeof en>;

/** Sentences of what only a signed-in person sees; they come with that, and not with the first paint. */
export type LateTexts = Widened<typeof lateEnglish>;
