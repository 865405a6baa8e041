import type { AssetType } from '../../../contract/http/libraries.ts';

type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>;

/** The category of this library that was open last, null when none was or storage is forbidden. */
export function recallCategory(store: KeyValueStore, assetType: AssetType): number | null {
  try {
    const value = Number(store.getItem(keyOf(assetType)) ?? Number.NaN);
    return Number.isInteger(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps the open category for the next time. Forbidden or full storage only means that it is forgotten. */
export function rememberCategory(store: KeyValueStore, assetType: AssetType, id: number): void {
  try {
    store.setItem(keyOf(assetType), String(id));
  } catch {
    return;
  }
}

/** One key per library (S3 3, C15). */
function keyOf(assetType: AssetType): string {
  return `vitrine_category_${assetType}`;
}
