import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';

/** Gives one project of a person copies of the sketches of another, under ids of their own. */
export async function copySketches(
  tx: Transaction,
  from: Pick<ProjectRow, 'id'>,
  to: Pick<ProjectRow, 'id'>,
): Promise<void> {
  await tx.execute(sql`
    insert into sketches (id, project_id, model_hash, pose, steps, size_bytes, painted_at)
      select gen_random_uuid(), ${to.id}::int, model_hash, pose, steps, size_bytes, painted_at
      from sketches where project_id = ${from.id}`);
}
