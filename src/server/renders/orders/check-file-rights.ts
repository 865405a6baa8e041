import { and, eq, or } from 'drizzle-orm';
import { AppError } from '../../../contract/failure.ts';
import { environmentHashOf, listTextures } from '../../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { SceneSpec } from '../../../contract/render-spec.ts';
import type { Queryable } from '../../db/database.ts';
import { type Given, prepareSelect } from '../../db/prepare-read.ts';
import { files } from '../../db/schema/files.ts';
import { libraryItems } from '../../db/schema/libraries.ts';
import { ownedFiles } from '../../db/schema/uploads.ts';
import { invalidRequest } from '../../http/check-shape.ts';
import { visibleItems } from '../../libraries/find-items.ts';
import { findRendered } from './find-rendered.ts';

const selectOwned = prepareSelect(
  { damage: files.damage },
  (select, given: Given<{ userId: number; hash: string }>) =>
    select
      .from(ownedFiles)
      .innerJoin(files, eq(files.hash, ownedFiles.hash))
      .where(and(eq(ownedFiles.userId, given('userId')), eq(ownedFiles.hash, given('hash')))),
);

/**
 * Refuses a scene that names a file the person may not use. Theirs are: models, textures and labels they uploaded or were
 * given, pictures and maps of library items that are global or their own (also deleted ones, which their projects may still show), and every
 * file of their own renders that is theirs still.
 *
 * @throws AppError `invalid-request` naming the field; it does not tell whether the file exists. `file-damaged` for a file
 *   of their own of which that is known.
 */
export async function checkFileRights(db: Queryable, userId: number, scene: SceneSpec): Promise<void> {
  const hasRendered = async (hash: ContentHash) => (await findRendered(db, userId, [hash])).has(hash);
  if (!(await ownsFile(db, userId, scene.modelHash)) && !(await hasRendered(scene.modelHash))) {
    throw invalidRequest('scene.modelHash', 'is not a model of yours');
  }
  const dressings = scene.dressings.flatMap(listTextures).map((hash) => ['scene.dressings', hash] as const);
  const labels = (scene.labels ?? []).map(({ imageHash }) => ['scene.labels', imageHash] as const);
  const fieldOf = new Map([...labels, ...dressings].map(([field, hash]) => [hash, field]));
  for (const [hash, field] of fieldOf) {
    const isTheirs =
      (await seesTexture(db, userId, hash)) ||
      (await ownsFile(db, userId, hash)) ||
      (await hasRendered(hash));
    if (!isTheirs) {
      throw invalidRequest(field, `${hash} is not in the library`);
    }
  }
  const light = environmentHashOf(scene);
  if (light !== null && !(await ownsFile(db, userId, light)) && !(await hasRendered(light))) {
    throw invalidRequest('scene.environment', 'is not a picture of yours');
  }
}

async function ownsFile(db: Queryable, userId: number, hash: ContentHash): Promise<boolean> {
  const rows = await selectOwned(db, { userId, hash });
  if (rows[0] !== undefined && rows[0].damage !== null) throw new AppError({ code: 'file-damaged' });
  return rows.length > 0;
}

async function seesTexture(db: Queryable, userId: number, hash: ContentHash): Promise<boolean> {
  const rows = await db
    .select({ id: libraryItems.id })
    .from(libraryItems)
    .where(
      and(
        or(
          eq(libraryItems.imageHash, hash),
          eq(libraryItems.normalHash, hash),
          eq(libraryItems.roughnessHash, hash),
        ),
        visibleItems(userId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
