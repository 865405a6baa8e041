import { eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { PROJECT_REVISION_HEADER } from '../../contract/constants.ts';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import type { ProjectRow } from './find-project.ts';
import { writeRevision } from './old-revisions.ts';

/**
 * Tells the device which revision its write made of a project, if it changed it, so that its next save is no surprise.
 *
 * @param before The project as the transaction locked it.
 */
export async function noteRevision(reply: FastifyReply, tx: Transaction, before: ProjectRow): Promise<void> {
  const { revision } = projects;
  const [row] = await tx.select({ revision }).from(projects).where(eq(projects.id, before.id));
  if (row !== undefined && row.revision !== before.revision) {
    reply.header(PROJECT_REVISION_HEADER, await writeRevision(tx, reply.request, before.id, row.revision));
  }
}
