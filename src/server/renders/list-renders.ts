import { and, desc, eq, lt } from 'drizzle-orm';
import type { RenderSearch } from '../../contract/http/gallery.ts';
import type { Queryable } from '../db/database.ts';
import { renders } from '../db/schema/renders.ts';
import type { RenderRow } from './find-render.ts';
import { foundRenders } from './search-renders.ts';

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
  filter: {
    readonly projectId?: number | undefined;
    readonly before?: number | undefined;
    readonly search?: RenderSearch;
  } = {},
): Promise<RenderRow[]> {
  const { projectId, before, search } = filter;
  return db
    .select()
    .from(renders)
    .where(
      and(
        foundRenders(userId, search),
        projectId === undefined ? undefined : eq(renders.projectId, projectId),
        before === undefined ? undefined : lt(renders.id, before),
      ),
    )
    .orderBy(desc(renders.id))
    .limit(RENDER_PAGE);
}
