import { AppError } from '../../contract/failure.ts';
import { listRecipeFiles } from '../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';
import type { OutboxWork } from '../data/outbox-row.ts';
import { alone, listHeld } from './hold-files.ts';

type Device = Pick<App, 'db' | 'storage' | 'outside'>;
type OrderFiles = Extract<OutboxWork, { kind: 'order-render' }>['files'];

/** Of an order's files those that nothing but orders has. Painted light may be a sketch's own: the sweep, which looks everywhere, takes it. */
export function listCaptures(files: OrderFiles): ContentHash[] {
  return files.flatMap(([field, hash]) => (field === 'lightmap' ? [] : hash));
}

/**
 * Takes captures, or pictures that were drawn here, from this device: call it when their rows are gone. One that waits for
 * another order, or is of one that is being made, stays.
 */
export async function dropFiles(app: Device, hashes: readonly ContentHash[]): Promise<void> {
  if (hashes.length === 0) return;
  await alone(app.outside, async () => {
    const needed = await listOrdered(app);
    for (const hash of new Set(hashes)) if (!needed.has(hash)) await app.storage.delete(hash);
  });
}

/** What orders name, of all tabs and of everybody. */
async function listOrdered(app: Device): Promise<ReadonlySet<string>> {
  const { db } = app;
  // First: a row that comes meanwhile takes over what was held for it.
  const held = await listHeld(app);
  const [sent, drawn] = await db.run(() => Promise.all([db.outbox.toArray(), db.deviceRenders.toArray()]));
  return new Set([
    ...held,
    ...sent.flatMap(({ work }) => listFiles(work)),
    ...drawn.flatMap(({ recipe, images }) => [...listRecipeFiles(recipe), ...images.map(({ hash }) => hash)]),
  ]);
}

function listFiles(work: OutboxWork): readonly ContentHash[] {
  if (work.kind === 'order-render') return work.files.map(([, hash]) => hash);
  if (work.kind !== 'import-render') return [];
  return [...listRecipeFiles(work.render.recipe), ...work.render.images.map((image) => image.image_hash)];
}

/**
 * Takes the files of an order from this device once the server has it and its row is gone: the row of a page that ends in
 * between is sent again, with them.
 *
 * @param onError Told about bugs. What cannot be taken goes with the sweep.
 * @returns Function that stops.
 */
export function followSentOrders(
  app: Device & Pick<App, 'outbox'>,
  onError: (error: unknown) => void,
): () => void {
  return app.outbox.onEvent(({ kind, row: { work } }) => {
    if (kind !== 'sent' || work.kind !== 'order-render') return;
    dropFiles(app, listCaptures(work.files)).catch((error: unknown) => {
      if (!(error instanceof AppError)) onError(error);
    });
  });
}
