import { and, desc, eq, lt } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';
import type { RenderRow } from './find-render.ts';

/** Renders of one page, and the most a plain list answers. */
export const RENDER_PAGE = 100;

/**
 * A person's renders, newest first, at most {@link RENDER_PAGE}.
 *
 * @param filter.before Only those older than this id.
 */
export async function listRenders(
  db: Queryable,
  userId: number,
  filter: { readonly projectId?: number | undefined; readonly before?: number | undefined } = {},
): Promise<RenderRow[]> {
  const { projectId, before } = filter;
  return db
    .select()
    .from(renders)
    .where(
      and(
        eq(renders.userId, userId),
        projectId === undefined ? undefined : eq(renders.projectId, projectId),
        before === undefined ? undefined : lt(renders.id, before),
      ),
    )
    .orderBy(desc(renders.id))
    .limit(RENDER_PAGE);
}
