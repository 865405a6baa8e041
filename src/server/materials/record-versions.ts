import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import { MATERIAL_VERSIONS_MAX } from '../../contract/constants.ts';
import { VERSION_COMMENTS } from '../../contract/http/model-materials.ts';
import { ModelMaterial, UNDRESSED } from '../../contract/scene/dressed-material.ts';
import type { Transaction } from '../db/database.ts';
import { materialVersions } from '../db/schema/dressing.ts';

/** What the caller says about a change; by default a version is made, with the comment of S2 3. */
export interface Versioning {
  readonly isWanted?: boolean | undefined;
  readonly comment?: string | undefined;
}

/** Rows of one insert: PostgreSQL takes 65,535 values. */
const BATCH = 1_000;

/**
 * Appends a version of each material whose entry differs from its last version, in a project that the transaction has
 * locked. The first change of a material brings the state before it along. The oldest go beyond
 * {@link MATERIAL_VERSIONS_MAX}; numbers are never given twice.
 */
export async function recordVersions(
  tx: Transaction,
  projectId: number,
  before: readonly ModelMaterial[],
  after: readonly ModelMaterial[],
  { isWanted = true, comment = VERSION_COMMENTS.update }: Versioning = {},
): Promise<void> {
  if (!isWanted || before === after) return;
  const earlier = new Map(before.map((entry) => [entry.id, entry]));
  const changed = after.filter((entry) => {
    const known = earlier.get(entry.id) ?? asInFile(entry);
    return known === null || !isSameDressing(known, entry);
  });
  const last = await findLast(
    tx,
    projectId,
    changed.map(({ id }) => id),
  );
  const rows: (typeof materialVersions.$inferInsert)[] = [];
  for (const entry of changed) {
    const known = last.get(entry.id);
    const base = known === undefined ? (earlier.get(entry.id) ?? asInFile(entry)) : null;
    let versionNumber = known?.versionNumber ?? 0;
    const add = (material: ModelMaterial, said: string) => {
      versionNumber += 1;
      const { id: materialId } = entry;
      rows.push({ projectId, materialId, versionNumber, comment: said, material: forStorage(material) });
    };
    if (base !== null) add(base, VERSION_COMMENTS.original);
    if (known === undefined || !isSameDressing(known.material, entry)) add(entry, comment);
  }
  for (let at = 0; at < rows.length; at += BATCH) {
    await tx.insert(materialVersions).values(rows.slice(at, at + BATCH));
  }
  for (const { materialId, versionNumber } of rows) {
    if (versionNumber <= MATERIAL_VERSIONS_MAX) continue;
    await tx
      .delete(materialVersions)
      .where(
        and(
          eq(materialVersions.projectId, projectId),
          eq(materialVersions.materialId, materialId),
          lte(materialVersions.versionNumber, versionNumber - MATERIAL_VERSIONS_MAX),
        ),
      );
  }
}

/**
 * Whether a material looks the same in two states: addresses of textures change every day and say nothing, nor does it
 * matter whether an AI engine keeps it.
 */
function isSameDressing(a: ModelMaterial, b: ModelMaterial): boolean {
  const { isProtected } = a;
  return isDeepStrictEqual(forStorage(a), { ...forStorage(b), isProtected });
}

function forStorage(material: ModelMaterial): ModelMaterial {
  return { ...material, texturePath: null };
}

/** What a material was before a first entry of it came; an instance was not there. */
function asInFile(entry: ModelMaterial): ModelMaterial | null {
  if (entry.instanceIndex !== null) return null;
  const { id, originalId, originalIndex, name } = entry;
  return { id, originalId, originalIndex, name, ...UNDRESSED, nodes: [] };
}

async function findLast(
  tx: Transaction,
  projectId: number,
  materialIds: readonly string[],
): Promise<Map<string, { versionNumber: number; material: ModelMaterial }>> {
  if (materialIds.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([materialVersions.materialId])
    .from(materialVersions)
    .where(
      and(eq(materialVersions.projectId, projectId), inArray(materialVersions.materialId, [...materialIds])),
    )
    .orderBy(materialVersions.materialId, desc(materialVersions.versionNumber));
  return new Map(
    rows.map(({ materialId, versionNumber, material }) => [
      materialId,
      { versionNumber, material: ModelMaterial.parse(material) },
    ]),
  );
}
