import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { PatchLookBody } from '../../contract/http/looks.ts';
import type { Transaction } from '../db/database.ts';
import { looks } from '../db/schema/dressing.ts';
import { type LookRow, lockLook } from './find-looks.ts';
import { withoutAddresses } from './save-look.ts';

/** Renames a look or gives it another content; what the change leaves out stays. @throws AppError `not-found`. */
export async function changeLook(
  tx: Transaction,
  userId: number,
  id: string,
  { name, look }: z.infer<typeof PatchLookBody>,
  now: Date,
): Promise<LookRow> {
  const before = await lockLook(tx, userId, id);
  const [row] = await tx
    .update(looks)
    .set({
      name: name ?? before.name,
      look: look === undefined ? before.look : withoutAddresses(look),
      updatedAt: now,
    })
    .where(eq(looks.id, id))
    .returning();
  if (row === undefined) throw new Error('a locked row is gone');
  return row;
}
