import type { NamedFile } from '../../contract/compute-values.ts';
import { loadCode } from '../browser/load-code.ts';
import type { App } from '../core/app.ts';
import { findMaterialAt } from '../core/find-part.ts';
import type { MaterialRow } from '../model/list-materials.ts';
import { FOREIGN_PICTURE } from '../values/foreign-picture.ts';
import { lacksFiles } from './take-picture.ts';

/** A picture that was dropped on the stage, and the material of the part it was dropped on. */
export interface DroppedPicture {
  readonly file: File;
  /** It and the others, also those that are not read, when some are maps of one material; null for a picture by itself. */
  readonly set: readonly { readonly file: File; readonly folder: string | null }[] | null;
  readonly row: MaterialRow | null;
  /** Where it was dropped, in CSS pixels of the window; null where it was chosen in a dialog. */
  readonly place: readonly [number, number] | null;
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
};

/** What opens or completes a model or a project: pictures beside it are its own. */
const MODELS = /\.(?:glb|gltf|obj|mtl|bin|zip|ktx2)$/i;

/**
 * A picture that came by itself while a model stands on the stage, or several that are maps of a material: nobody has said
 * what they are for. Those that the model lacks are the model's.
 *
 * @param place Where it was dropped, in CSS pixels of the window; null where it was chosen in a dialog.
 * @returns Null for anything else.
 */
export async function meetPicture(
  app: App,
  files: readonly NamedFile[],
  place: readonly [number, number] | null,
): Promise<DroppedPicture | null> {
  if (app.state.stage.modelHash === null || files.some(({ path }) => MODELS.test(path))) return null;
  const pictures = files.flatMap(readPicture);
  const all = files.flatMap((file) => (FOREIGN_PICTURE.test(file.path) ? nameFile(file) : readPicture(file)));
  const [first] = pictures;
  if (first === undefined || (files.length > 1 && all.length < 2)) return null;
  if (await lacksFiles(app)) return null;
  if (files.length > 1) {
    const { groupMaps } = await loadCode(() => import('../../contract/files/group-maps.ts'));
    if (groupMaps(all).every(({ name }) => name === null)) return null;
  }
  const row = place === null ? null : await findMaterialAt(app, ...place);
  return { file: first.file, set: files.length > 1 ? all : null, row, place };
}

function readPicture(file: NamedFile): { file: File; folder: string | null }[] {
  const type = TYPES[file.path.slice(file.path.lastIndexOf('.') + 1).toLowerCase()];
  return type === undefined ? [] : nameFile(file, type);
}

function nameFile({ path, file }: NamedFile, type = ''): { file: File; folder: string | null }[] {
  const [name = '', folder = null] = path.split('/').reverse();
  return name.startsWith('.') ? [] : [{ file: new File([file], name, { type }), folder }];
}
