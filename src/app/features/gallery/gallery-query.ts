import { queryOptions } from '@tanstack/react-query';
import { RenderCardsBody, RenderMaterialsBody } from '../../../contract/http/gallery.ts';
import type { App } from '../../core/app.ts';
import type { GallerySearch } from './gallery-search.ts';
import { searchParameters } from './gallery-search.ts';

/** One page of the gallery's cards. @param cursor Empty for the newest. */
export function fetchCards(
  app: Pick<App, 'server'>,
  search: GallerySearch,
  cursor: string,
  signal: AbortSignal,
): Promise<RenderCardsBody> {
  const query = searchParameters(search);
  query.set('cursor', cursor);
  return app.server.call(`/api/render/cards/?${query}`, RenderCardsBody, {}, signal);
}

/** The newest cards of a search. It is asked again with all lists of renders, whenever an order ends. */
export function newestCardsQuery(app: Pick<App, 'server'>, userId: number | null, search: GallerySearch) {
  return queryOptions({
    queryKey: ['renders', 'cards', userId, search] as const,
    queryFn: ({ signal }) => fetchCards(app, search, '', signal),
  });
}

/** Materials of the library that a person's pictures wear. */
export function wornMaterialsQuery(app: Pick<App, 'server'>, userId: number | null) {
  return queryOptions({
    queryKey: ['renders', 'materials', userId] as const,
    queryFn: ({ signal }) => app.server.call('/api/render/materials/', RenderMaterialsBody, {}, signal),
  });
}
