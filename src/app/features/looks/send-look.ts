import { z } from 'zod';
import { AppError, isFailure } from '../../../contract/failure.ts';
import { LookBody } from '../../../contract/http/looks.ts';
import type { SendTools } from '../../core/app.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';

/** Brings the server one look as it stands now, or takes it away there. By its id a repeat changes nothing. */
export async function sendLook(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  if (row.work.kind !== 'sync-look') throw new AppError({ code: 'not-found' });
  const { lookId } = row.work;
  const look = await tools.db.run(() => tools.db.looks.get(lookId));
  if (look === undefined || look.updatedAt === look.sentAt) return;
  let storedAt = look.updatedAt;
  if (look.deletedAt === null) {
    const body = { id: look.id, name: look.name, look: look.look };
    const stored = await tools.server.call('/api/look/', LookBody, { method: 'POST', body }, signal);
    storedAt = Date.parse(stored.updated_at) || look.updatedAt;
  } else {
    try {
      await tools.server.call(`/api/look/${look.id}/`, z.null(), { method: 'DELETE' }, signal);
    } catch (error) {
      if (!isFailure(error, 'not-found')) throw error;
    }
  }
  await tools.db.write(async () => {
    const now = await tools.db.looks.get(lookId);
    if (now === undefined) return;
    // A deletion that the server knows needs no row, unless the person undid it meanwhile.
    if (now.deletedAt !== null && now.updatedAt === look.updatedAt) await tools.db.looks.delete(lookId);
    // By the server's clock from then on, as where it is fetched: by it one knows what a restore has lost.
    else if (now.updatedAt === look.updatedAt)
      await tools.db.looks.update(lookId, { updatedAt: storedAt, sentAt: storedAt });
    else await tools.db.looks.update(lookId, { sentAt: look.updatedAt });
  });
}
