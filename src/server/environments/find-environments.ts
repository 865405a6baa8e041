import { and, desc, eq, isNull } from 'drizzle-orm';
import type { EnvironmentBody } from '../../contract/http/environments.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { environments } from '../db/schema/dressing.ts';

export type EnvironmentRow = typeof environments.$inferSelect;

/** A person's environments that are not deleted, the last changed first. */
export async function findEnvironments(db: Queryable, userId: number): Promise<EnvironmentRow[]> {
  return db
    .select()
    .from(environments)
    .where(and(eq(environments.userId, userId), isNull(environments.deletedAt)))
    .orderBy(desc(environments.updatedAt), desc(environments.id));
}

/** One as the wire shows it. */
export function describeEnvironment(row: EnvironmentRow): EnvironmentBody {
  return {
    id: row.id,
    name: row.name,
    picture_hash: ContentHash.parse(row.pictureHash),
    thumbnail: row.thumbnail,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
