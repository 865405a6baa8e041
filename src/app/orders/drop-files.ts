import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';

/** Takes files of orders from this device. One that a waiting order other than `except` names as well stays. */
export async function dropFiles(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  hashes: readonly ContentHash[],
  except: string | null,
): Promise<void> {
  const others = await db.run(() => db.outbox.filter((row) => row.key !== except).toArray());
  const needed = new Set(
    others.flatMap(({ work }) => (work.kind === 'order-render' ? work.files.map(([, hash]) => hash) : [])),
  );
  for (const hash of new Set(hashes)) if (!needed.has(hash)) await storage.delete(hash);
}
