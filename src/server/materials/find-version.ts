import { and, desc, eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { MaterialVersionBody } from '../../contract/http/model-materials.ts';
import { MaterialId } from '../../contract/ids.ts';
import { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import type { Queryable } from '../db/database.ts';
import { materialVersions } from '../db/schema/dressing.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import { describeMaterials } from './describe-materials.ts';

/** A version as it was stored; the project it is of was checked to be the caller's. */
export type VersionRow = typeof materialVersions.$inferSelect;

/** All versions of a material, newest first (S2 3). */
export async function listVersions(
  db: Queryable,
  projectId: number,
  materialId: string,
): Promise<VersionRow[]> {
  const rows = await db
    .select()
    .from(materialVersions)
    .where(and(eq(materialVersions.projectId, projectId), eq(materialVersions.materialId, materialId)))
    .orderBy(desc(materialVersions.versionNumber));
  return rows.map(parse);
}

/** @throws AppError `not-found`, also for a version of another material or project. */
export async function findVersion(
  db: Queryable,
  projectId: number,
  materialId: string,
  versionId: number,
): Promise<VersionRow> {
  const [row] = await db
    .select()
    .from(materialVersions)
    .where(
      and(
        eq(materialVersions.id, versionId),
        eq(materialVersions.projectId, projectId),
        eq(materialVersions.materialId, materialId),
      ),
    );
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return parse(row);
}

/** Fields that were not known when a version was stored read with their defaults. */
function parse(row: VersionRow): VersionRow {
  return { ...row, material: ModelMaterial.parse(row.material) };
}

/** Versions as the wire shows them, in the given order. */
export async function describeVersions(
  db: Queryable,
  urls: FileUrls,
  userId: number,
  rows: readonly VersionRow[],
): Promise<MaterialVersionBody[]> {
  const materials = await describeMaterials(
    db,
    urls,
    userId,
    rows.map(({ material }) => material),
  );
  return rows.map((row, index) => ({
    id: row.id,
    version_number: row.versionNumber,
    comment: row.comment,
    created_at: row.createdAt.toISOString(),
    model_material_id: MaterialId.parse(row.materialId),
    material: materials[index] ?? row.material,
  }));
}
