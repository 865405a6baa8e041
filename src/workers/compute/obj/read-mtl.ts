import { decodeText } from '../../../contract/files/decode-text.ts';

/** Statements of one material of an MTL file, by their word in lower case; the last of each. */
export type MtlMaterial = ReadonlyMap<string, string>;

/** A texture statement taken apart. */
export interface MtlMap {
  readonly address: string;
  readonly scale: readonly [number, number];
  readonly offset: readonly [number, number];
  readonly isClamped: boolean;
  /** Height of the relief, 1 when not given. */
  readonly bump: number;
  /** Of the picture, where only one number is wanted: red, green, blue, matte (alpha) or brightness; null unsaid. */
  readonly channel: 'r' | 'g' | 'b' | 'm' | 'l' | null;
  /** What is read is `base` + `gain` times what is in the picture. */
  readonly base: number;
  readonly gain: number;
}

/** A name without the comment behind it; others than comments may begin with ` #`, so that the whole name is tried first. */
export function withoutComment(name: string): string {
  return name.replace(/\s+#.*$/s, '');
}

/** Reads the materials of an MTL file in UTF-8, UTF-16 or Windows-1252. */
export async function readMtl(file: Blob): Promise<Map<string, MtlMaterial>> {
  const materials = new Map<string, Map<string, string>>();
  let current = new Map<string, string>();
  for (const line of decodeText(new Uint8Array(await file.arrayBuffer())).split(/\r\n?|\n/)) {
    const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    if (word === '' || word.startsWith('#')) continue;
    if (word.toLowerCase() !== 'newmtl') current.set(word.toLowerCase(), rest);
    else materials.set(rest, (current = new Map()));
  }
  return materials;
}

/** Words each option takes; those with a range take as many numbers as follow. */
const OPTIONS: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-bm': 1,
  '-boost': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-o': 3,
  '-s': 3,
  '-t': 3,
  '-texres': 1,
  '-type': 1,
};
const CHANNELS = ['r', 'g', 'b', 'm', 'l'] as const;
const IS_NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Takes the options off a texture statement. They stand before the file's name, which may have spaces; some programs
 * write `-bm` behind it.
 */
export function parseMtlMap(statement: string): MtlMap {
  const values = new Map<string, string[]>();
  let rest = statement.trim();
  for (;;) {
    const [option = '', ...words] = rest.split(/\s+/);
    const limit = OPTIONS[option.toLowerCase()];
    if (limit === undefined) break;
    const given = words.slice(0, limit);
    const taken = limit === 3 ? given.slice(0, lengthOfNumbers(given)) : given;
    values.set(option.toLowerCase(), taken);
    const pattern = new RegExp(`^\\S+(\\s+\\S+){${taken.length}}\\s*`);
    rest = rest.replace(pattern, '');
  }
  const behind = /\s-bm\s+(\S+)\s*(#.*)?$/i.exec(rest);
  if (behind !== null) {
    values.set('-bm', [behind[1] ?? '']);
    rest = rest.slice(0, behind.index);
  }
  const number = (option: string, place: number, otherwise: number): number => {
    const value = Number.parseFloat(values.get(option)?.[place] ?? '');
    return Number.isFinite(value) ? value : otherwise;
  };
  return {
    address: rest.trim().replace(/^"(.*)"(\s+#.*)?$/, '$1'),
    scale: [number('-s', 0, 1), number('-s', 1, 1)],
    offset: [number('-o', 0, 0), number('-o', 1, 0)],
    isClamped: values.get('-clamp')?.[0]?.toLowerCase() === 'on',
    bump: number('-bm', 0, 1),
    channel: CHANNELS.find((name) => name === values.get('-imfchan')?.[0]?.toLowerCase()) ?? null,
    base: number('-mm', 0, 0),
    gain: number('-mm', 1, 1),
  };
}

function lengthOfNumbers(words: readonly string[]): number {
  const end = words.findIndex((word) => !IS_NUMBER.test(word));
  return end < 0 ? words.length : end;
}
