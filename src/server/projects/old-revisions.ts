import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { LOST_REVISIONS_HEADER } from '../../contract/constants.ts';
import type { LostRevisions, PatchProjectBody, ProjectBody } from '../../contract/http/projects.ts';
import type { Queryable } from '../db/database.ts';
import { projectRestores } from '../db/schema/projects.ts';
import type { App } from '../http/app.ts';

/** What answers may have revisions in: a project, or the refusal of a save (`StaleProjectBody`). */
type Answer = Partial<ProjectBody> & { readonly project?: ProjectBody };

/**
 * Gives callers who know nothing of lost revisions, such as pages of older versions, those that there would be without a gap: by
 * a smaller one than theirs alone they see that the server was put back from a backup. What they send back is read by
 * {@link readRevision}.
 */
export function answerOldRevisions(app: App): void {
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    done(null, knowsLost(request) ? payload : withOldRevisions(payload));
  });
}

/** The revision that a caller means by what it sends. */
export async function readRevision(
  db: Queryable,
  request: FastifyRequest,
  projectId: number,
  change: PatchProjectBody,
): Promise<PatchProjectBody> {
  if (change.revision === undefined || knowsLost(request)) return change;
  const lost = await listLost(db, projectId);
  const revision = lost.reduce(
    (number, { last, next }) => (number < last ? number : number - last + next),
    change.revision,
  );
  return { ...change, revision };
}

/** The revision of a project as a caller is told it. */
export async function writeRevision(
  db: Queryable,
  request: FastifyRequest,
  projectId: number,
  revision: number,
): Promise<number> {
  return knowsLost(request) ? revision : oldRevision(revision, await listLost(db, projectId));
}

function knowsLost({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[LOST_REVISIONS_HEADER] !== undefined;
}

function withOldRevisions(payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.map(withOldRevisions);
  if (typeof payload !== 'object' || payload === null) return payload;
  const { lost_revisions: lost, revision, project } = payload as Answer;
  if (lost !== undefined && revision !== undefined) {
    return { ...payload, revision: oldRevision(revision, lost), lost_revisions: undefined };
  }
  if (project?.lost_revisions === undefined) return payload;
  const old = withOldRevisions(project) as ProjectBody;
  return { ...payload, data: { revision: old.revision }, project: old };
}

function oldRevision(revision: number, lost: readonly LostRevisions[]): number {
  return lost.reduceRight(
    (number, { last, next }) => (number < next ? number : number - next + last),
    revision,
  );
}

/** The first restore first. */
async function listLost(db: Queryable, projectId: number): Promise<LostRevisions[]> {
  const { lastRevision: last, nextRevision: next } = projectRestores;
  return db
    .select({ last, next })
    .from(projectRestores)
    .where(eq(projectRestores.projectId, projectId))
    .orderBy(next);
}
