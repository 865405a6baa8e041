import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { cardsKey } from './change-cards.ts';
import { fetchCards, newestCardsQuery } from './gallery-query.ts';
import type { GallerySearch } from './gallery-search.ts';
import { appendPage, type CardList, mergeNewest } from './merge-cards.ts';

/** The page below the last card. */
export interface NextPage {
  readonly status: 'none' | 'waiting' | 'failed';
  readonly load: () => void;
}

/**
 * The cards of a search, as far as they are loaded: the newest page is asked for again with every order that ends, what
 * lies below it stays.
 */
export function useCards(search: GallerySearch) {
  const app = useApp();
  const { userId } = useSnapshot(app.state.account);
  const newest = useQuery(newestCardsQuery(app, userId, search));
  const { data: page } = newest;
  const { data: list } = useQuery<CardList>({
    queryKey: cardsKey(userId, search),
    queryFn: skipToken,
    structuralSharing: false,
  });
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (page === undefined) return;
    app.queries.setQueryData<CardList>(cardsKey(userId, search), (old) => mergeNewest(old, page));
  }, [app, userId, search, page]);

  const cursor = list?.next ?? null;
  const load = useCallback(() => {
    if (cursor === null) return;
    setFailed(null);
    app.queries
      .fetchQuery({
        queryKey: ['cards-below', userId, search, cursor],
        queryFn: ({ signal }) => fetchCards(app, search, cursor, signal),
        gcTime: 0,
      })
      .then(
        (page) =>
          app.queries.setQueryData<CardList>(
            cardsKey(userId, search),
            (old) => old && appendPage(old, cursor, page),
          ),
        () => setFailed(cursor),
      );
  }, [app, userId, search, cursor]);
  const status = cursor === null ? 'none' : failed === cursor ? 'failed' : 'waiting';
  return { newest, list, nextPage: { status, load } satisfies NextPage };
}
