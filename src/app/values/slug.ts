/** Longest slug, in characters: five of them and a folder stay under what any file system takes. */
const MAX_LENGTH = 40;

/** Letters of the Latin script that are no letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/**
 * A name as a part of a file's name on any system: small ASCII letters, digits and dashes. Letters of other scripts have
 * no spelling there that holds for all languages, and are left out.
 *
 * @returns Empty where nothing is left.
 */
export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\x20-\x7e]/g, (letter) => LETTERS[letter] ?? (/\p{M}/u.test(letter) ? '' : '-'))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
}
