import { fitText } from '../files/fit-text.ts';

/** A text without line breaks and what cannot be seen, at most so many characters. */
export function oneLine(text: string, maxLength: number): string {
  return fitText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), maxLength).trim();
}
