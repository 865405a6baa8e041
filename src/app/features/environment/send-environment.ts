import { z } from 'zod';
import { AppError, isFailure } from '../../../contract/failure.ts';
import { EnvironmentBody } from '../../../contract/http/environments.ts';
import type { SendTools } from '../../core/app.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { bringPicture } from '../../orders/send-picture.ts';

/**
 * Brings the server one environment as it stands now, its picture first, or takes it away there. By its id a repeat changes
 * nothing.
 */
export async function sendEnvironment(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  if (row.work.kind !== 'sync-environment') throw new AppError({ code: 'not-found' });
  const { environmentId } = row.work;
  const known = await tools.db.run(() => tools.db.environments.get(environmentId));
  if (known === undefined || known.updatedAt === known.sentAt) return;
  let storedAt = known.updatedAt;
  if (known.deletedAt === null) {
    const { id, name, pictureHash: hash, thumbnail } = known;
    await bringPicture(tools, { hash, name: `${name}.png` }, row.key, signal);
    const body = { id, name, picture_hash: hash, thumbnail };
    const options = { method: 'POST', body } as const;
    const stored = await tools.server.call('/api/environment/', EnvironmentBody, options, signal);
    storedAt = Date.parse(stored.updated_at) || known.updatedAt;
  } else {
    try {
      await tools.server.call(`/api/environment/${known.id}/`, z.null(), { method: 'DELETE' }, signal);
    } catch (error) {
      if (!isFailure(error, 'not-found')) throw error;
    }
  }
  await tools.db.write(async () => {
    const now = await tools.db.environments.get(environmentId);
    if (now === undefined) return;
    // A deletion that the server knows needs no row.
    if (now.deletedAt !== null && now.updatedAt === known.updatedAt) {
      await tools.db.environments.delete(environmentId);
    } else if (now.updatedAt === known.updatedAt) {
      // By the server's clock from then on, as where it is fetched: by it one knows what a restore has lost.
      await tools.db.environments.update(environmentId, { updatedAt: storedAt, sentAt: storedAt });
    } else await tools.db.environments.update(environmentId, { sentAt: known.updatedAt });
  });
}
