import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { RenderSearch } from '../../contract/http/gallery.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import { foldText, renderImages, renders } from '../db/schema/renders.ts';
import { visibleItems } from '../libraries/find-items.ts';

/** Condition on `renders`: a person's own that are not deleted, and that a search is for. */
export function foundRenders(userId: number, search: RenderSearch = {}): SQL | undefined {
  const { q = '', engine, material, from, to, starred } = search;
  return and(
    eq(renders.userId, userId),
    isNull(renders.deletedAt),
    ...listWords(q).map((word) => hasWord(userId, word)),
    engine === undefined ? undefined : eq(renders.engine, engine),
    material === undefined ? undefined : sql`${renders.materialIds} @> ${String(material)}::jsonb`,
    from === undefined ? undefined : gte(renders.createdAt, new Date(from)),
    to === undefined ? undefined : lt(renders.createdAt, new Date(to)),
    starred === undefined ? undefined : isNotNull(renders.starredAt),
  );
}

/** Condition on `renders`: at least one image is finished. */
export function hasPicture(): SQL {
  return sql`exists (select from ${renderImages} where ${renderImages.renderId} = ${renders.id})`;
}

/** More words than that narrow nothing down. */
const WORDS_MAX = 12;

function listWords(q: string): string[] {
  return q
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
}

/** In what the recipe says, or in the name, of either language, that a material of it has in the library. */
function hasWord(userId: number, word: string): SQL {
  const folded = foldText(sql`${word}::text`);
  return sql`(
    position(${folded} in ${renders.searchText}) > 0
    or ${renders.materialIds} @> any(
      select to_jsonb(${libraryItems.id}) from ${libraryItems}
      where ${libraryItems.assetType} = 'material' and ${visibleItems(userId)}
        and position(${folded} in ${foldText(sql`${libraryItems.names}->>'en' || ' ' || (${libraryItems.names}->>'es')`)}) > 0
    )
  )`;
}
