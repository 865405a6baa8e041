import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import type { RenderSearch } from '../../contract/http/gallery.ts';
import { INTEGER_MAX } from '../../contract/shapes.ts';
import type { Queryable } from '../db/database.ts';
import { type Given, prepareRead } from '../db/prepare-read.ts';
import { renders } from '../db/schema/renders.ts';
import { type ShownRender, shownColumns } from './find-render.ts';
import { foundRenders } from './search-renders.ts';

/** Renders of one page, and the most a plain list answers. */
export const RENDER_PAGE = 100;

const selectAll = prepareRead(shownColumns, (select, given: Given<{ userId: number; before: number }>) =>
  select
    .from(renders)
    .where(
      and(eq(renders.userId, given('userId')), isNull(renders.deletedAt), lt(renders.id, given('before'))),
    )
    .orderBy(desc(renders.id))
    .limit(RENDER_PAGE),
);

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
): Promise<ShownRender[]> {
  const { projectId, before = INTEGER_MAX, search = {} } = filter;
  const isFiltered = projectId !== undefined || Object.values(search).some((value) => value !== undefined);
  if (!isFiltered) return selectAll(db, { userId, before });
  return db
    .select(shownColumns)
    .from(renders)
    .where(
      and(
        foundRenders(userId, search),
        projectId === undefined ? undefined : eq(renders.projectId, projectId),
        lt(renders.id, before),
      ),
    )
    .orderBy(desc(renders.id))
    .limit(RENDER_PAGE);
}
