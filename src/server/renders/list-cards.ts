import { and, count, desc, inArray, lt, sql } from 'drizzle-orm';
import type { RenderCardBody, RenderCardsBody, RenderSearch } from '../../contract/http/gallery.ts';
import { RENDER_PAGE } from '../../contract/http/renders.ts';
import { ContentHash, RenderId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { renderImages, renders } from '../db/schema/renders.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import { foundRenders, hasPicture } from './search-renders.ts';

/**
 * A page of the gallery: renders with a picture that a search is for, newest first. Recipes are not read whole.
 *
 * @param before Only those older than this id; null begins, and counts them all.
 */
export async function listCards(
  db: Queryable,
  urls: FileUrls,
  userId: number,
  search: RenderSearch,
  before: number | null,
): Promise<RenderCardsBody> {
  const isFound = and(foundRenders(userId, search), hasPicture());
  const rows = await db
    .select({
      id: renders.id,
      createdAt: renders.createdAt,
      status: renders.status,
      engine: renders.engine,
      starredAt: renders.starredAt,
      prompt: sql<string>`${renders.recipe}->>'positivePrompt'`,
    })
    .from(renders)
    .where(and(isFound, before === null ? undefined : lt(renders.id, before)))
    .orderBy(desc(renders.id))
    .limit(RENDER_PAGE);
  const pictures = await findFirst(
    db,
    rows.map(({ id }) => id),
  );
  const results = rows.flatMap((row): RenderCardBody[] => {
    const picture = pictures.get(row.id);
    // The last one went between the two questions.
    if (picture === undefined) return [];
    return [
      {
        id: RenderId.parse(row.id),
        created_at: row.createdAt.toISOString(),
        status: row.status,
        engine: row.engine,
        starred: row.starredAt !== null,
        thumbnail: urls.sign(picture.hash),
        images: picture.images,
        positive_prompt: row.prompt,
      },
    ];
  });
  const last = rows.length === RENDER_PAGE ? rows.at(-1) : undefined;
  const [all] = before === null ? await db.select({ total: count() }).from(renders).where(isFound) : [];
  return { results, next: last ? String(last.id) : null, total: all?.total ?? null };
}

/** The first finished image of each render, and how many there are. */
async function findFirst(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly hash: ContentHash; readonly images: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([renderImages.renderId], {
      renderId: renderImages.renderId,
      hash: renderImages.thumbnailHash,
      images: sql<number>`(count(*) over (partition by ${renderImages.renderId}))::int`,
    })
    .from(renderImages)
    .where(inArray(renderImages.renderId, [...ids]))
    .orderBy(renderImages.renderId, renderImages.batchIndex);
  return new Map(
    rows.map(({ renderId, hash, images }) => [renderId, { hash: ContentHash.parse(hash), images }]),
  );
}
