import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AssetType, LibraryItemBody } from '../contract/http/libraries.ts';
import { libraryQuery } from './library.ts';
import { useApp } from './use-app.ts';

/** One library and the state of its loading. */
export function useLibrary(assetType: AssetType) {
  const app = useApp();
  return useQuery(libraryQuery(app, assetType), app.queries);
}

/** Items of one library by id; empty while it loads. */
export function useLibraryItems(assetType: AssetType): ReadonlyMap<number, LibraryItemBody> {
  const { data } = useLibrary(assetType);
  return useMemo(() => new Map((data ?? []).map((item) => [item.id as number, item])), [data]);
}
