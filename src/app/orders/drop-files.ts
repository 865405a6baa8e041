import { listRecipeFiles } from '../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';
import type { OutboxWork } from '../data/outbox-row.ts';

/** Takes files of orders from this device. One that waits for an order, or a picture, other than `except` stays. */
export async function dropFiles(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  hashes: readonly ContentHash[],
  except: string | null,
): Promise<void> {
  const [sent, drawn] = await db.run(() =>
    Promise.all([
      db.outbox.filter((row) => row.key !== except).toArray(),
      db.deviceRenders.filter((row) => row.key !== except).toArray(),
    ]),
  );
  const needed = new Set([
    ...sent.flatMap(({ work }) => listFiles(work)),
    ...drawn.flatMap(({ recipe, images }) => [...listRecipeFiles(recipe), ...images.map(({ hash }) => hash)]),
  ]);
  for (const hash of new Set(hashes)) if (!needed.has(hash)) await storage.delete(hash);
}

function listFiles(work: OutboxWork): readonly ContentHash[] {
  if (work.kind === 'order-render') return work.files.map(([, hash]) => hash);
  if (work.kind !== 'import-render') return [];
  return [...listRecipeFiles(work.render.recipe), ...work.render.images.map((image) => image.image_hash)];
}
