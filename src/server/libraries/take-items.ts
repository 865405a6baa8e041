import { isFailure } from '../../contract/failure.ts';
import type { ArchiveError } from '../../contract/failure-reasons.ts';
import type { Catalogue } from '../billing/catalogue.ts';
import type { Transaction } from '../db/database.ts';
import type { Actor } from './actor.ts';
import { checkSpace } from './check-room.ts';
import { addItem, createItem, type MadeItem } from './create-item.ts';
import { type PreparedArchive, reportEntry } from './prepare-archive.ts';

/** Whose library gets materials, in which of its categories. */
interface Taking {
  readonly tx: Transaction;
  readonly catalogue: Catalogue;
  readonly actor: Actor;
  readonly categoryId: number;
}

/** What was taken of an archive, and why the rest was not. */
interface Taken {
  readonly made: readonly MadeItem[];
  readonly errors: readonly ArchiveError[];
}

/** Puts what fits of an archive into a person's materials. The space is looked at once; one by one only where not all of it fits. */
export async function takeItems(taking: Taking, items: PreparedArchive['items']): Promise<Taken> {
  const { tx, catalogue, actor } = taking;
  try {
    return await tx.transaction(async (all) => {
      const taken = await takeEach(taking, items, (item) =>
        all.transaction((one) => addItem(one, actor, item, item.stored)),
      );
      if (taken.made.length > 0) await checkSpace(all, catalogue, actor.id);
      return taken;
    });
  } catch (error) {
    if (!isFailure(error, 'library-space-full')) throw error;
  }
  return takeEach(taking, items, (item) =>
    tx.transaction((one) => createItem(one, catalogue, actor, item, item.stored)),
  );
}

async function takeEach(
  { categoryId }: Taking,
  items: PreparedArchive['items'],
  take: (item: ReturnType<typeof materialOf>) => Promise<MadeItem>,
): Promise<Taken> {
  const made: MadeItem[] = [];
  const errors: ArchiveError[] = [];
  for (const item of items) {
    try {
      made.push(await take(materialOf(item, categoryId)));
    } catch (error) {
      if (!isFailure(error, 'library-full') && !isFailure(error, 'library-space-full')) throw error;
      errors.push(reportEntry(item.path, error.failure));
    }
  }
  return { made, errors };
}

function materialOf({ name, metalness, stored }: PreparedArchive['items'][number], categoryId: number) {
  return {
    assetType: 'material',
    category_id: categoryId,
    isGlobal: false,
    name,
    metalness,
    stored,
  } as const;
}
