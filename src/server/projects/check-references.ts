import { and, eq } from 'drizzle-orm';
import { environmentHashOf } from '../../contract/files/list-recipe-files.ts';
import type { PatchProjectBody } from '../../contract/http/projects.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Label } from '../../contract/scene/label.ts';
import type { Queryable } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { ownedFiles } from '../db/schema/uploads.ts';
import { invalidRequest } from '../http/check-shape.ts';
import { visibleItems } from '../libraries/find-items.ts';
import { holdReadable } from '../libraries/find-readable.ts';
import type { ProjectRow } from './find-project.ts';

/**
 * Refuses a change that names a model, texture, label, background or style the person may not use. What the project names
 * already stays. Deleting an item only takes it out of the library: an undone step may name it again (L14).
 *
 * @param before The project as it stands; null for a new one.
 * @throws AppError `invalid-request` naming the field.
 */
export async function checkReferences(
  db: Queryable,
  userId: number,
  change: PatchProjectBody,
  before: ProjectRow | null,
): Promise<void> {
  if (change.model_hash != null && change.model_hash !== before?.modelHash) {
    const [owned] = await db
      .select({ hash: ownedFiles.hash })
      .from(ownedFiles)
      .innerJoin(files, eq(files.hash, ownedFiles.hash))
      .where(
        and(
          eq(ownedFiles.userId, userId),
          eq(ownedFiles.hash, change.model_hash),
          eq(files.contentType, 'model/gltf-binary'),
        ),
      );
    if (owned === undefined) throw invalidRequest('model_hash', 'is not a model of yours');
  }
  const named = [
    ['background_id', 'background', change.background_id],
    ['style_id', 'style', change.style_id],
  ] as const;
  for (const [field, assetType, id] of named) {
    if (id == null || id === before?.settings[field]) continue;
    const [item] = await db
      .select({ id: libraryItems.id })
      .from(libraryItems)
      .where(and(eq(libraryItems.id, id), eq(libraryItems.assetType, assetType), visibleItems(userId)));
    if (item === undefined) throw invalidRequest(field, 'is not in the library');
  }
  await checkEnvironment(db, userId, change, before);
  await checkTextures(db, userId, change.model_materials ?? [], before?.settings.model_materials ?? []);
  await checkLabels(
    db,
    userId,
    change.render_settings?.labels ?? [],
    // Projects that were stored before labels were known have none.
    before?.settings.render_settings.labels ?? [],
  );
}

async function checkLabels(
  db: Queryable,
  userId: number,
  labels: readonly Label[],
  before: readonly Label[],
): Promise<void> {
  const here = new Set<string>(before.map(({ imageHash }) => imageHash));
  const named = labels.map(({ imageHash }) => imageHash).filter((hash) => !here.has(hash));
  const readable = await holdReadable(db, userId, named);
  const index = labels.findIndex(({ imageHash }) => !here.has(imageHash) && !readable.has(imageHash));
  if (index >= 0) {
    throw invalidRequest(`render_settings.labels.${index}`, 'names a picture that is not yours');
  }
}

async function checkEnvironment(
  db: Queryable,
  userId: number,
  { render_settings: look }: PatchProjectBody,
  before: ProjectRow | null,
): Promise<void> {
  const hash = environmentHashOf(look ?? {});
  if (hash === null || hash === environmentHashOf(before?.settings.render_settings ?? {})) return;
  const readable = await holdReadable(db, userId, [hash]);
  if (!readable.has(hash)) throw invalidRequest('render_settings.environment', 'is not a picture of yours');
}

async function checkTextures(
  db: Queryable,
  userId: number,
  materials: readonly ModelMaterial[],
  before: readonly ModelMaterial[],
): Promise<void> {
  const here = new Set(before.flatMap(listTextures));
  const named = materials.flatMap(listTextures).filter((hash) => !here.has(hash));
  const readable = await holdReadable(db, userId, named);
  const isForeign = (entry: ModelMaterial) =>
    listTextures(entry).some((hash) => !here.has(hash) && !readable.has(hash));
  const index = materials.findIndex(isForeign);
  if (index >= 0) {
    throw invalidRequest(`model_materials.${index}`, 'names a picture that is not yours, nor of the library');
  }
}

function listTextures({ textureHash, normalHash, roughnessHash }: ModelMaterial): string[] {
  return [textureHash, normalHash, roughnessHash].filter((hash) => hash !== null);
}
