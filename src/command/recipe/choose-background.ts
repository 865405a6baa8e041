import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { FIDELITY_DEFAULT, STAGE_BACKGROUND } from '../../contract/constants.ts';
import { fitText } from '../../contract/files/fit-text.ts';
import type { BackgroundSpec } from '../../contract/render-spec.ts';
import { readColour } from '../options/read-values.ts';
import { UsageError } from '../options/usage-error.ts';
import type { HeldFiles } from './held-files.ts';
import type { Library } from './open-library.ts';

/** What `--background` says for the product alone. */
export const TRANSPARENT = 'transparent';

/**
 * What stands behind the product: a colour, a picture as a library would keep it, or a background of the starter library
 * by its name.
 *
 * @throws UsageError; AppError for a picture that cannot be read.
 */
export async function chooseBackground(
  wish: string | undefined,
  cwd: string,
  library: Library,
  files: HeldFiles,
): Promise<BackgroundSpec> {
  if (wish === undefined || wish === TRANSPARENT) return { kind: 'colour', colour: STAGE_BACKGROUND };
  const colour = readColour(wish);
  if (colour !== null) return { kind: 'colour', colour };
  if (wish.startsWith('#')) throw new UsageError(`--background takes a colour as #rrggbb, not “${wish}”.`);
  const bytes = await readFile(resolve(cwd, wish)).catch(() => null);
  if (bytes !== null) return describe(await preparePicture(bytes, wish), basename(wish), files);
  if (/[./\\]/.test(wish)) throw new UsageError(`There is no file ${wish}.`);
  const item = library.find('background', wish);
  return describe(await library.read(item.file), item.name.en, files);
}

function describe(bytes: Uint8Array, name: string, files: HeldFiles): BackgroundSpec {
  const imageHash = files.hold(bytes);
  return { kind: 'image', imageHash, libraryId: null, name: fitText(name, 255), fidelity: FIDELITY_DEFAULT };
}

/** As a library keeps a picture: upright, sRGB, of a side that is not too long. */
export async function preparePicture(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  const { preparePicture: prepare } = await import('../../server/images/prepare-picture.ts');
  return (await prepare(bytes, basename(name))).image;
}
