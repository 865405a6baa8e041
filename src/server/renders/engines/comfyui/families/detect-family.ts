import type { MissingPart } from '../../../../../contract/http/engines.ts';
import { type ObjectInfo, readOptions } from '../fleet/server-shapes.ts';
import { baseName, findName, matches } from '../graph/match-names.ts';
import type { FamilyName, FoundFamily } from '../graph/parts.ts';

/** A file that a family draws with. */
export interface FileNeed {
  /** What the family calls it: `model`, `encoder`, `vae`… */
  readonly key: string;
  /** Class and input of the loader whose choices name the files. */
  readonly loader: readonly [className: string, input: string];
  /** Names as people save them, without their folder, the best first. */
  readonly patterns: readonly string[];
  /** Parts of names of other files. */
  readonly never?: readonly string[];
  /** The pattern is all of the name but its ending. */
  readonly isWhole?: boolean;
  /** Bytes of the file in 16 bits: above this over 1.3 of memory a smaller one is better. */
  readonly wholeBytes?: number;
  /** Where a technician finds it and puts it. */
  readonly example: string;
  readonly folder: string;
  readonly wish: MissingPart['wish'];
  /** False: it draws without it, less well. */
  readonly isNeeded: boolean;
}

/** What a family looks for on a server. */
export interface FamilyNeeds {
  /** Least version of ComfyUI, for people: forks and nightlies say what they like, so that it decides nothing. */
  readonly since: string;
  readonly classes: readonly string[];
  /** Choices that an input must have. */
  readonly values: readonly { readonly className: string; readonly input: string; readonly value: string }[];
  readonly files: readonly FileNeed[];
}

/** What is known of a server where families are looked for. */
export interface ServerFacts {
  readonly info: ObjectInfo;
  readonly classes: ReadonlySet<string>;
  /** Of the card that draws; 0 where nobody has told. */
  readonly memoryBytes: number;
}

/** Classes that every graph of these families has; all come with ComfyUI. */
const SHARED_CLASSES = [
  'CLIPLoader',
  'CLIPTextEncode',
  'ImageCompositeMasked',
  'LatentFromBatch',
  'LoadImage',
  'LoadImageMask',
  'PreviewImage',
  'RepeatImageBatch',
  'RepeatLatentBatch',
  'SetLatentNoiseMask',
  'UNETLoader',
  'VAEDecode',
  'VAEEncode',
  'VAELoader',
];

/** Looks for a family's classes, choices and files, in this order; says of each that is not there how it gets there. */
export function detectFamily(
  name: FamilyName,
  needs: FamilyNeeds,
  { info, classes, memoryBytes }: ServerFacts,
): Pick<FoundFamily, 'name' | 'model' | 'files' | 'missing'> {
  const { since } = needs;
  const missing: MissingPart[] = [];
  const add = (
    part: Pick<MissingPart, 'kind' | 'name' | 'folder' | 'wish' | 'isNeeded'>,
    more = {},
  ): void => {
    missing.push({ ...part, family: name, ...more });
  };
  const base = { folder: null, wish: 'base', isNeeded: true } as const;
  for (const one of [...SHARED_CLASSES, ...needs.classes]) {
    if (!classes.has(one)) add({ ...base, kind: 'nodes', name: one }, { since });
  }
  for (const { className, input, value } of needs.values) {
    if (!classes.has(className) || readOptions(info, className, input).includes(value)) continue;
    add({ ...base, kind: 'nodes', name: `${className}, ${input} “${value}”` }, { since });
  }
  const files: Record<string, string> = {};
  for (const need of needs.files) {
    const found = findFile(readOptions(info, ...need.loader), need, memoryBytes);
    if (found !== null) files[need.key] = found;
    else {
      const { example, folder, wish, isNeeded } = need;
      add({ kind: 'model', name: example, folder, wish, isNeeded });
    }
  }
  return { name, model: files.model ?? null, files, missing };
}

/** Endings of names that say how the numbers are kept. */
const WHOLE = ['bf16', 'fp16'];
const HALF = ['fp8', 'int8', 'scaled', 'mixed'];
/** Only the newest cards can. */
const TINY = ['nvfp4', 'mxfp', 'fp4', 'int4'];

function findFile(names: readonly string[], need: FileNeed, memoryBytes: number): string | null {
  const { patterns, never = [], isWhole = false, wholeBytes } = need;
  const fit = names.filter((name) => !never.some((pattern) => matches(baseName(name), pattern)));
  const takesWhole = wholeBytes === undefined || memoryBytes >= 1.3 * wholeBytes;
  const order = takesWhole ? [WHOLE, HALF] : [HALF, WHOLE];
  const rank = (name: string): number => {
    const has = (parts: readonly string[]) => parts.some((part) => matches(baseName(name), part));
    if (has(TINY)) return order.length + 1;
    const place = order.findIndex(has);
    return place === -1 ? order.length : place;
  };
  const sorted = [...fit].sort((one, other) => rank(one) - rank(other));
  if (!isWhole) return findName(sorted, patterns);
  const stem = (name: string) =>
    baseName(name)
      .replace(/\.[a-z0-9]+$/i, '')
      .toLowerCase();
  return sorted.find((name) => patterns.includes(stem(name))) ?? null;
}
