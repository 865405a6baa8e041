import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { settings } from '../db/schema/accounts.ts';
import { hashToken } from './sessions/refresh-token.ts';

/** Rows of `settings` that the owner's accounts code keeps. */
export const OWNER_LINK_KEY = 'owner-link';
export const OWNER_KEY = 'owner';

/** Value under {@link OWNER_LINK_KEY}: the one link that is open. */
export const OwnerLink = z.object({ tokenHash: z.string(), expiresAtMs: z.number() });
export type OwnerLink = z.infer<typeof OwnerLink>;

/** The link that is open, where the token is its own; null for any other. */
export async function findOwnerLink(db: Queryable, token: string, now: Date): Promise<OwnerLink | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, OWNER_LINK_KEY));
  if (row === undefined) return null;
  const link = OwnerLink.parse(row.value);
  return isLinkOf(link, token, now) ? link : null;
}

export function isLinkOf(link: OwnerLink, token: string, now: Date): boolean {
  return link.tokenHash === hashToken(token) && link.expiresAtMs > now.getTime();
}

/** An earlier link stops working. */
export async function keepOwnerLink(db: Queryable, value: OwnerLink): Promise<void> {
  await db
    .insert(settings)
    .values({ key: OWNER_LINK_KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** The owner's account, null until the first link is claimed. */
export async function readOwner(db: Queryable): Promise<UserId | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, OWNER_KEY));
  return row ? z.object({ userId: UserId }).parse(row.value).userId : null;
}
