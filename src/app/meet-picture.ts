import type { NamedFile } from '../contract/compute-api.ts';
import type { App } from './app.ts';
import { findMaterialAt } from './find-part.ts';
import type { MaterialRow } from './list-materials.ts';
import { lacksFiles } from './take-picture.ts';

/** A picture that was dropped on the stage, and the material of the part it was dropped on. */
export interface DroppedPicture {
  readonly file: File;
  readonly row: MaterialRow | null;
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/**
 * A picture that came by itself while a model stands on the stage: nobody has said what it is for. One that the model
 * lacks is the model's.
 *
 * @param place Where it was dropped, in CSS pixels of the window; null where it was chosen in a dialog.
 * @returns Null for anything else.
 */
export async function meetPicture(
  app: App,
  files: readonly NamedFile[],
  place: readonly [number, number] | null,
): Promise<DroppedPicture | null> {
  const [only] = files;
  if (files.length !== 1 || only === undefined || app.state.stage.modelHash === null) return null;
  const name = only.path.slice(only.path.lastIndexOf('/') + 1);
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  if (type === undefined || (await lacksFiles(app))) return null;
  const row = place === null ? null : await findMaterialAt(app, ...place);
  return { file: new File([only.file], name, { type }), row };
}
