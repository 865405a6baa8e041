import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AssetType, LibraryItemBody } from '../../contract/http/libraries.ts';
import type { LibraryItemId } from '../../contract/ids.ts';
import { useApp } from '../core/use-app.ts';
import { categoriesQuery, libraryQuery, wornItemQuery } from './library.ts';

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

/**
 * Items of one library by id; empty while it loads.
 *
 * @param worn An item that the project wears: it is among them, also when it has left the library.
 */
export function useLibraryItems(
  assetType: AssetType,
  worn: LibraryItemId | null = null,
): ReadonlyMap<number, LibraryItemBody> {
  const app = useApp();
  const { data } = useLibrary(assetType);
  const isGone = worn !== null && data !== undefined && !data.some((item) => item.id === worn);
  const asked = useQuery({ ...wornItemQuery(app, assetType, worn ?? NO_ITEM), enabled: isGone }, app.queries);
  const gone = isGone ? asked.data : undefined;
  return useMemo(
    () => new Map([...(data ?? []), ...(gone ? [gone] : [])].map((item) => [item.id as number, item])),
    [data, gone],
  );
}

/** Stands where nothing is asked for. */
const NO_ITEM = 0 as LibraryItemId;
