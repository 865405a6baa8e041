import type { App } from '../../core/app.ts';
import type { GallerySearch } from './gallery-search.ts';
import type { CardList } from './merge-cards.ts';

const CARDS = 'gallery-cards';

/** Where the loaded cards of a search stand. */
export function cardsKey(userId: number | null, search: GallerySearch) {
  return [CARDS, userId, search] as const;
}

/** Changes the loaded cards of every search at once, before the server has answered. */
export function changeCards(app: Pick<App, 'queries'>, change: (list: CardList) => CardList): void {
  app.queries.setQueriesData<CardList>({ queryKey: [CARDS] }, (list) => list && change(list));
}

/** The loaded cards as they are now, and a way to have some of them back later. */
export function rememberCards(
  app: Pick<App, 'queries'>,
): (restore: (now: CardList, then: CardList) => CardList) => void {
  const before = app.queries.getQueriesData<CardList>({ queryKey: [CARDS] });
  return (restore) => {
    for (const [key, then] of before) {
      app.queries.setQueryData<CardList>(key, (now) => now && then && restore(now, then));
    }
  };
}

/** Has every list of renders asked for again, and what is known of these. */
export async function refreshRenders(app: Pick<App, 'queries'>, ids: readonly number[]): Promise<void> {
  // A search that nobody looks at would show for a moment what was.
  app.queries.removeQueries({ queryKey: ['renders', 'cards'], type: 'inactive' });
  await Promise.all([
    app.queries.invalidateQueries({ queryKey: ['renders'] }),
    app.queries.invalidateQueries({ queryKey: ['notices'] }),
    ...ids.map((id) => app.queries.invalidateQueries({ queryKey: ['render', id] })),
  ]);
}
