import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { loadCode } from '../browser/load-code.ts';
import type { App } from '../core/app.ts';
import { alone } from './hold-files.ts';

type Device = Pick<App, 'db' | 'storage' | 'state' | 'outside'>;

/**
 * Takes files of orders from this device that nothing on it names: call it when their rows are gone. What is left because
 * the page ended goes with the sweep.
 */
export async function dropFiles(app: Device, hashes: readonly ContentHash[]): Promise<void> {
  if (hashes.length === 0) return;
  const { listNeeded } = await loadCode(() => import('./sweep-files.ts'));
  await alone(app.outside, async () => {
    const needed = await listNeeded(app);
    for (const hash of new Set(hashes)) if (!needed.has(hash)) await app.storage.delete(hash);
  });
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
    const hashes = work.files.map(([, hash]) => hash);
    dropFiles(app, hashes).catch((error: unknown) => {
      if (!(error instanceof AppError)) onError(error);
    });
  });
}
