import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AssetType, LibraryItemBody } from '../contract/http/libraries.ts';
import { categoriesQuery, libraryQuery } from './library.ts';
import { useApp } from './use-app.ts';

/** One library and the state of its loading. */
export function useLibrary(assetType: AssetType) {
  const app = useApp();
  return useQuery(libraryQuery(app, assetType), app.queries);
}

/** Categories of one library, empty ones as well, and the state of their loading. */
export function useCategories(assetType: AssetType) {
  const app = useApp();
  return useQuery(categoriesQuery(app, assetType), app.queries);
}

/** Items of one library by id; empty while it loads. */
export function useLibraryItems(assetType: AssetType): ReadonlyMap<number, LibraryItemBody> {
  const { data } = useLibrary(assetType);
  return useMemo(() => new Map((data ?? []).map((item) => [item.id as number, item])), [data]);
}
