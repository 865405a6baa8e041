import { eq } from 'drizzle-orm';
import type { UserBody } from '../../contract/http/accounts.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { recordFile } from '../storage/store-file.ts';
import { readUser } from './read-user.ts';
import type { Caller } from './sessions/access-token.ts';

/**
 * Sets or removes a person's avatar.
 *
 * @param picture Null takes it away.
 * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`, `storage-full`.
 */
export async function changeAvatar(
  deps: Deps,
  who: Caller,
  picture: {
    readonly name: string;
    readonly read: () => Promise<Uint8Array>;
    /** Aborts when the caller hangs up. */
    readonly signal: AbortSignal;
  } | null,
): Promise<UserBody> {
  const { db } = deps.database;
  const { storage, pictures } = deps.services;
  const { userId } = who;
  if (picture === null) {
    await db.update(users).set({ avatarHash: null }).where(eq(users.id, userId));
    return readUser(db, deps, who);
  }
  const work = pictures.workFor({ lane: 'upload', caller: userId, signal: picture.signal });
  const { bytes, kind } = await work.prepareAvatar(picture.read, picture.name);
  const stored = await storage.put(bytes);
  await db.transaction(async (tx) => {
    await recordFile(tx, stored, kind);
    await tx.update(users).set({ avatarHash: stored.hash }).where(eq(users.id, userId));
  });
  return readUser(db, deps, who);
}
