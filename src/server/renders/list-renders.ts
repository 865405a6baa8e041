import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { RenderSearch } from '../../contract/http/gallery.ts';
import { RENDER_PAGE } from '../../contract/http/renders.ts';
import { INTEGER_MAX } from '../../contract/shapes.ts';
import type { Queryable } from '../db/database.ts';
import { type Given, isAmong, prepareSelect, prepareSql } from '../db/prepare-read.ts';
import { renders } from '../db/schema/renders.ts';
import { type ShownRender, shownColumns } from './find-render.ts';
import { foundRenders } from './search-renders.ts';

/**
 * Bytes of the recipes of one page. Usual ones have some 10 kB, so that a page is full before; one of a project file may
 * have 4 MB, and a hundred of those would hold up everybody else for seconds.
 */
const PAGE_BYTES = 1024 ** 2;

/** A page of renders, newest first. */
export interface RenderPage {
  readonly rows: ShownRender[];
  /** The page after it begins below this id; null for the last one. */
  readonly next: number | null;
}
interface Filter {
  readonly projectId?: number | undefined;
  /** Only those older than this id. */
  readonly before?: number | undefined;
  readonly search?: RenderSearch;
}
interface Step {
  readonly id: number;
  readonly fits: boolean;
}

const walkAll = prepareSql<{ userId: number; before: number }, Step>((given) =>
  walk(and(eq(renders.userId, given('userId')), isNull(renders.deletedAt)), sql`${given('before')}::int`),
);
const selectPage = prepareSelect(shownColumns, (select, given: Given<{ ids: readonly number[] }>) =>
  select
    .from(renders)
    .where(isAmong(renders.id, given('ids')))
    .orderBy(desc(renders.id)),
);

/**
 * A page of a person's renders: at most {@link RENDER_PAGE}, and as many as their recipes together have
 * {@link PAGE_BYTES}, but always one.
 */
export async function listRenders(db: Queryable, userId: number, filter: Filter = {}): Promise<RenderPage> {
  const { before = INTEGER_MAX } = filter;
  const condition = conditionOf(userId, filter);
  const steps =
    condition === null
      ? await walkAll(db, { userId, before })
      : (await db.execute<Step & Record<string, unknown>>(walk(condition, sql`${before}::int`))).rows;
  const { ids, next } = takePage(steps);
  return { rows: ids.length === 0 ? [] : await selectPage(db, { ids }), next };
}

/** Ids of a page of the renders that `condition` names, bounded as {@link listRenders} is. */
export async function findRenderPage(
  db: Queryable,
  condition: SQL | undefined,
  before: number,
): Promise<{ readonly ids: number[]; readonly next: number | null }> {
  const { rows } = await db.execute<Step & Record<string, unknown>>(walk(condition, sql`${before}::int`));
  return takePage(rows);
}

function takePage(steps: readonly Step[]): { readonly ids: number[]; readonly next: number | null } {
  const ids = steps.flatMap(({ id, fits }) => (fits ? id : []));
  return { ids, next: ids.length < steps.length ? (ids.at(-1) ?? null) : null };
}

/** Ids of a person's newest renders, at most {@link RENDER_PAGE}, for what says nothing of recipes. */
export async function listRenderIds(db: Queryable, userId: number, projectId?: number): Promise<number[]> {
  const rows = await db
    .select({ id: renders.id })
    .from(renders)
    .where(conditionOf(userId, { projectId }) ?? foundRenders(userId))
    .orderBy(desc(renders.id))
    .limit(RENDER_PAGE);
  return rows.map(({ id }) => id);
}

/** Null for all that the person has. */
function conditionOf(userId: number, { projectId, search = {} }: Filter): SQL | null {
  const isFiltered = projectId !== undefined || Object.values(search).some((value) => value !== undefined);
  if (!isFiltered) return null;
  const isOfProject = projectId === undefined ? undefined : eq(renders.projectId, projectId);
  return and(foundRenders(userId, search), isOfProject) ?? null;
}

const BYTES = sql.raw(String(PAGE_BYTES));
const ROWS = sql.raw(String(RENDER_PAGE));
const FITS = sql`(place = 1 or total <= ${BYTES} and place <= ${ROWS})`;

/**
 * One render after the other until a page is full, and the one after it: what lies beyond is not looked at, for to measure
 * a recipe is to read it.
 */
function walk(condition: SQL | undefined, before: SQL): SQL {
  const next = (below: SQL) => sql`select ${renders.id} as id, octet_length(${renders.recipe}::text) as bytes
    from ${renders} where ${condition} and ${renders.id} < ${below} order by ${renders.id} desc limit 1`;
  return sql`with recursive page as (
      select id, bytes::bigint as total, 1 as place from (${next(before)}) as newest
      union all
      select older.id, page.total + older.bytes, page.place + 1
      from page, lateral (${next(sql`page.id`)}) as older where ${FITS}
    )
    select id, ${FITS} as fits from page order by place`;
}
