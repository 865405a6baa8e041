import { and, eq, inArray, not } from 'drizzle-orm';
import type { ContentHash } from '../../../contract/ids.ts';
import type { Queryable } from '../../db/database.ts';
import { renderFiles, renders } from '../../db/schema/renders.ts';
import { isFileTaken } from '../returns/is-taken.ts';

/** Of these the files that a person's own renders made or need; not the pictures that they got credits back for. */
export async function findRendered(
  db: Queryable,
  userId: number,
  hashes: readonly ContentHash[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ hash: renderFiles.hash })
    .from(renderFiles)
    .innerJoin(renders, eq(renders.id, renderFiles.renderId))
    .where(and(eq(renders.userId, userId), inArray(renderFiles.hash, [...hashes]), not(isFileTaken)));
  return new Set(rows.map(({ hash }) => hash));
}
