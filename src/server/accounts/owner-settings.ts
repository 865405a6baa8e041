import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { settings } from '../db/schema/accounts.ts';

/** Rows of `settings` that the owner's accounts code keeps. */
export const OWNER_LINK_KEY = 'owner-link';
export const OWNER_KEY = 'owner';

/** Value under {@link OWNER_LINK_KEY}: the one link that is open. */
export const OwnerLink = z.object({ tokenHash: z.string(), expiresAtMs: z.number() });

/** The owner's account, null until the first link is claimed. */
export async function readOwner(db: Queryable): Promise<UserId | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, OWNER_KEY));
  return row ? z.object({ userId: UserId }).parse(row.value).userId : null;
}
