const UNKEEPABLE = /[\0\p{Surrogate}]/u;
const EVERY_UNKEEPABLE = /[\0\p{Surrogate}]/gu;

/** Whether a text can be kept: without U+0000 and without halves of surrogate pairs, which are no characters. */
export function isKeepable(text: string): boolean {
  return !UNKEEPABLE.test(text);
}

/** As much of a text as there is room for, without what cannot be kept. @param maxLength UTF-16 units. */
export function fitText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(EVERY_UNKEEPABLE, '');
}
