import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readStarterItems, type StarterItem } from '../../server/libraries/starter-content.ts';
import { suggestNames } from '../options/suggest-names.ts';
import { UsageError } from '../options/usage-error.ts';

/** The starter libraries, as the server brings them. */
export interface Library {
  readonly items: readonly StarterItem[];
  /**
   * An item by its English name, whatever the case of its letters.
   *
   * @throws UsageError that says what there is.
   */
  find(kind: StarterItem['kind'], name: string): StarterItem;
  /** @param file As an item names it. */
  read(file: string): Promise<Uint8Array>;
}

/** @param folder `content` of the product. */
export async function openLibrary(folder: string): Promise<Library> {
  const items = await readStarterItems(folder);
  return {
    items,
    find(kind, name) {
      const own = items.filter((item) => item.kind === kind);
      const found = own.find((item) => item.name.en.toLowerCase() === name.trim().toLowerCase());
      if (found !== undefined) return found;
      const names = own.map((item) => item.name.en);
      throw new UsageError(`The library has no ${kind} “${name}”.${suggestNames(name, names)}`);
    },
    read: (file) => readFile(join(folder, file)),
  };
}
