import { sql } from 'drizzle-orm';
import { DAY_MS } from '../../contract/constants.ts';
import type { Queryable } from '../db/database.ts';

/** As long as an undo, or a device that has been without a connection, may bring a material back. */
const PATIENCE_DAYS = 30;

/**
 * Removes the versions of materials that their project names nowhere any more, neither for the model that it shows nor for
 * one that comes back, once the newest of them is 30 days old: each model brings new materials.
 */
export async function forgetOldVersions(db: Queryable, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - PATIENCE_DAYS * DAY_MS);
  await db.execute(sql`
    delete from material_versions using (
      select project_id, material_id from material_versions
      group by project_id, material_id having max(created_at) < ${limit}
    ) as old
    join projects on projects.id = old.project_id
    where material_versions.project_id = old.project_id and material_versions.material_id = old.material_id
      and position(old.material_id::text in projects.settings::text) = 0`);
}
