import { sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { projects } from '../db/schema/projects.ts';
import { lockOwner } from '../libraries/lock-owner.ts';
import type { StoredBytes } from '../storage/storage.ts';

/**
 * Whether one more model fits among those of a person's projects, each of which counts once; what is in the project now makes
 * room for it. Models of one person come one after the other from here to the transaction's end.
 *
 * @param maxBytes Null: there is no limit.
 * @throws AppError `model-space-full`.
 */
export async function checkModelSpace(
  tx: Transaction,
  maxBytes: number | null,
  userId: number,
  projectId: number,
  { hash, sizeBytes }: StoredBytes,
): Promise<void> {
  if (maxBytes === null) return;
  await lockOwner(tx, userId);
  const others = await measureOtherModels(tx, userId, projectId, hash);
  if (others + sizeBytes > maxBytes) throw new AppError({ code: 'model-space-full', maxBytes });
}

/**
 * As {@link checkModelSpace}, of a model that is on its way: says so before all of it has travelled, and promises nothing.
 *
 * @param projectId Null where the project is made afterwards.
 * @param sizeBytes What it will have, as whoever sends it says.
 */
export async function foreseeModelSpace(
  db: Db,
  maxBytes: number | null,
  userId: number,
  projectId: number | null,
  sizeBytes: number,
): Promise<void> {
  if (maxBytes === null) return;
  const others = await measureOtherModels(db, userId, projectId, null);
  if (others + sizeBytes > maxBytes) throw new AppError({ code: 'model-space-full', maxBytes });
}

/** Bytes of the models of a person's other projects but one model. */
async function measureOtherModels(
  db: Queryable,
  userId: number,
  projectId: number | null,
  but: ContentHash | null,
): Promise<number> {
  const [others] = await db
    .select({ bytes: sql<number>`coalesce(sum(${files.sizeBytes}), 0)::float8` })
    .from(files)
    .where(
      sql`${files.hash} is distinct from ${but} and ${files.hash} in (
        select ${projects.modelHash} from ${projects}
        where ${projects.userId} = ${userId} and ${projects.id} is distinct from ${projectId} and not ${projects.isSample}
      )`,
    );
  return others?.bytes ?? 0;
}
