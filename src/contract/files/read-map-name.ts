/** What a picture of a material holds, by the end of its name. */
export type MapKind =
  | 'colour'
  | 'normal'
  | 'normalDirectX'
  | 'roughness'
  | 'glossiness'
  | 'metalness'
  /** Roughness in green and metalness in blue, as in ARM and ORM. */
  | 'packed'
  /** Roughness in green and no metalness, as in ORD. */
  | 'packedRoughness'
  | 'occlusion'
  | 'displacement'
  | 'other';

export interface MapName {
  /** What is left of the name: the material. May be empty. */
  readonly material: string;
  readonly kind: MapKind;
  /** Sizes, versions and formats that were cut off, in lower case: sets of several sizes differ in it. */
  readonly variant: string;
}

/** Between the words of a name. */
const GAP = '[ ._-]*';
const words = (...parts: string[]): string => parts.join(GAP);

/**
 * Endings in real use, of ambientCG, Poly Haven, Quixel, Substance, Poliigon and textures.com; single letters are
 * Unreal's. The first that fits counts, so the longer stand before those they end with.
 */
const ENDINGS: readonly (readonly [MapKind, readonly string[]])[] = [
  ['normalDirectX', [words('(?:normals?|nor|nrm|norm|nml)', '(?:map)?', '(?:dx|directx)')]],
  ['normal', [words('(?:normals?|nor|nrm|norm|nml)', '(?:map)?', '(?:gl|ogl|opengl)?'), 'n']],
  [
    'packed',
    [
      words('occlusion', 'roughness', 'metal(?:lic|ness)?'),
      words('ao', 'rough(?:ness)?', 'metal(?:lic|ness)?'),
      'arm',
      'orm',
    ],
  ],
  ['packedRoughness', [words('occlusion', 'roughness', 'displacement'), 'ordp?']],
  ['other', [words('metallic', 'smoothness'), words('mask', 'map'), 'rma', 'mrao?', 'rmo', 'mro']],
  [
    'colour',
    [
      words('base', 'colou?rs?'),
      words('base', 'col'),
      'colou?r',
      'albedo',
      'alb',
      'diffuse',
      'diff?',
      'col',
      'bc',
      'd',
    ],
  ],
  ['roughness', ['roughness', 'rough', 'rgh', 'r']],
  ['glossiness', ['gloss(?:iness)?', 'smoothness']],
  ['metalness', ['metal(?:ness|lic|lness)?', 'mtl', 'met', 'm']],
  ['occlusion', [words('ambient', 'occlusion'), 'occlusion', 'occ', 'ao']],
  ['displacement', ['displacement', 'disp', 'height', 'bump', 'parallax', 'h']],
  [
    'other',
    [
      'opacity',
      'alpha',
      'emissi(?:on|ve)',
      'specular',
      'spec',
      'reflection',
      'refl',
      'translucency',
      'transmission',
      'cavity',
      'curvature',
      'scattering',
      'fuzz',
      'preview',
    ],
  ],
];

const SUFFIX = `${GAP}(?:map|tex|texture)?(?:8|16|32)?(?:bit)?`;
const KINDS = ENDINGS.map(([kind, endings]) => ({
  kind,
  ending: new RegExp(`(?:${endings.join('|')})${SUFFIX}$`, 'i'),
}));

/** Size, version or format behind a gap. */
const NOISE =
  /[ ._-]+(?:\d{1,2}k|(?:256|512|1024|2048|4096|8192|16384)(?:px|x\d+)?|jpe?g|png|webp|exr|tiff?|v\d{1,3}|var\d{1,2}|lod\d|(?:8|16|32) ?bits?|sdr|hdr)$/i;

/**
 * Reads what a picture is for from its file name, without the extension. A word counts behind a gap, where a capital
 * follows a small letter or a digit, or when it is all of the name.
 *
 * @returns Null for a name that says nothing of it.
 */
export function readMapName(stem: string): MapName | null {
  const behind = cutNoise(stem.trim());
  for (const { kind, ending } of KINDS) {
    const at = findWord(behind.rest, ending);
    // A letter by itself says nothing.
    if (at === -1 || (at === 0 && behind.rest.length < 3)) continue;
    const before = cutNoise(behind.rest.slice(0, at).replace(/[ ._-]+$/, ''));
    const variant = [...before.cut, ...behind.cut].join(' ').toLowerCase();
    return { material: before.rest, kind, variant };
  }
  return null;
}

function cutNoise(name: string): { rest: string; cut: string[] } {
  let rest = name;
  const cut: string[] = [];
  for (let found = NOISE.exec(rest); found !== null; found = NOISE.exec(rest)) {
    cut.unshift(found[0].replace(/^[ ._-]+/, ''));
    rest = rest.slice(0, found.index);
  }
  return { rest: rest.replace(/[ ._-]+$/, ''), cut };
}

/** Where the ending begins, if it is a word of its own; -1 else. Tries every place, the longest ending first. */
function findWord(name: string, ending: RegExp): number {
  for (let from = 0; from < name.length; from += 1) {
    if (!startsWord(name, from)) continue;
    const found = ending.exec(name.slice(from));
    if (found?.index === 0) return from;
  }
  return -1;
}

function startsWord(name: string, at: number): boolean {
  const before = name[at - 1];
  if (before === undefined || /[ ._-]/.test(before)) return true;
  return /[a-z0-9]/.test(before) && /[A-Z]/.test(name[at] ?? '');
}
