import { sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
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
  const [others] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${files.sizeBytes}), 0)::float8` })
    .from(files)
    .where(
      sql`${files.hash} <> ${hash} and ${files.hash} in (
        select ${projects.modelHash} from ${projects}
        where ${projects.userId} = ${userId} and ${projects.id} <> ${projectId} and not ${projects.isSample}
      )`,
    );
  if ((others?.bytes ?? 0) + sizeBytes > maxBytes) throw new AppError({ code: 'model-space-full', maxBytes });
}
