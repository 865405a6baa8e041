import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { readOwner } from '../accounts/owner-settings.ts';
import type { Queryable } from '../db/database.ts';

/** Lets on only the owner: what is done to all that an instance has is not for all of its staff. @throws AppError `forbidden`. */
export async function checkOwner(db: Queryable, caller: UserId): Promise<void> {
  if ((await readOwner(db)) !== caller) throw new AppError({ code: 'forbidden' });
}
