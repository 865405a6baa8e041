import {
  BUNDLE_MATERIALS_FROM,
  BUNDLE_NUMBERS,
  BUNDLE_PRESENCE,
  type BundleManifest,
  type BundlePart,
} from '../../../contract/files/bundle.ts';
import { fidelityToWire } from '../../../contract/scene/background-fidelity.ts';
import { decimal } from '../../values/decimal.ts';

/** What a bundle is made of, from the scene as it stands or from a finished render. */
export interface BundleContent extends Omit<BundleManifest, 'version' | 'made_at' | 'files'> {
  readonly viewerImage: Blob;
  /** Null for a colour, and for none; the same of the style. */
  readonly background: Blob | null;
  readonly style: Blob | null;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly creativity: number;
  readonly styleStrength: number;
  /** 1 keeps the picture. */
  readonly backgroundFidelity: number;
  readonly materials: readonly BundleMaterial[];
  readonly lightMap: Blob | null;
}

export interface BundleMaterial {
  readonly name: string;
  readonly mask: Blob;
  /** The library picture it wears; null for the file's own. */
  readonly texture: Blob | null;
}

/** One numbered file before it is written. */
export interface PlannedFile {
  readonly number: number;
  readonly label: string;
  readonly part: BundlePart;
  readonly material: string | null;
  /** Masks are still to be made binary. Null: there is no such picture. */
  readonly content: string | Blob | null;
}

/** The numbered files of a bundle, in their order (S3 9, J2 to J6). Fractions are those of the wire. */
export function planBundle(content: BundleContent): PlannedFile[] {
  const { present, absent } = BUNDLE_PRESENCE;
  const { seed, is_seed_fixed: isFixed } = content;
  const contents: Readonly<Record<keyof typeof BUNDLE_NUMBERS, string | Blob | null>> = {
    'viewer-image': content.viewerImage,
    'background-image': content.background,
    'style-image': content.style,
    prompt: content.prompt,
    'negative-prompt': content.negativePrompt,
    'fixed-seed': isFixed && seed !== null && /^\d+$/.test(seed) ? seed : '0',
    creativity: decimal(content.creativity),
    'style-hardness': decimal(content.styleStrength),
    'has-background': content.background === null ? absent : present,
    'has-style': content.style === null ? absent : present,
    'background-fidelity': decimal(fidelityToWire(content.backgroundFidelity)),
    'light-map': content.lightMap,
  };
  const files = (Object.keys(contents) as (keyof typeof contents)[]).map((part): PlannedFile => {
    const label = part.replaceAll('-', '_');
    return { number: BUNDLE_NUMBERS[part], label, part, material: null, content: contents[part] };
  });
  const numbers = materialNumbers();
  for (const { name, mask, texture } of content.materials) {
    for (const [part, picture] of [['mask', mask] as const, ['texture', texture] as const]) {
      const label = `${part}_${cleanName(name)}`;
      files.push({ number: numbers.next().value, label, part, material: name, content: picture });
    }
  }
  return files.sort((a, b) => a.number - b.number);
}

/** Four digits, an underscore, the label and the extension. */
export function bundleName(file: Pick<PlannedFile, 'number' | 'label'>, extension: string): string {
  return `${String(file.number).padStart(4, '0')}_${file.label}.${extension}`;
}

/** 12, 14, 15 and so on. */
function* materialNumbers(): Generator<number, never> {
  for (let number = BUNDLE_MATERIALS_FROM; ; number++) {
    if (number !== BUNDLE_NUMBERS['light-map']) yield number;
  }
}

/** Letters and digits of any language; everything else is an underscore. */
function cleanName(name: string): string {
  const clean = name.replace(/[^\p{L}\p{N}-]+/gu, '_').replace(/^_+|_+$/g, '');
  return clean.slice(0, 60) || 'material';
}
