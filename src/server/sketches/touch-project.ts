import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import type { ProjectRow } from '../projects/find-project.ts';

/** Lets other devices know that there is something new of a project. Its settings, and so its revision, are as they were. */
export async function touchProject(tx: Transaction, { id }: Pick<ProjectRow, 'id'>): Promise<void> {
  await tx.update(projects).set({ updatedAt: sql`now()` }).where(eq(projects.id, id));
}
