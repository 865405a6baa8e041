import { desc, lt } from 'drizzle-orm';
import type { AccountLanguage } from '../../../contract/http/accounts.ts';
import type { Queryable } from '../../db/database.ts';
import { waitingList } from '../../db/schema/accounts.ts';

/** Entries of one page. */
export const WAITING_PAGE = 50;

/**
 * People on the waiting list, the last to join first, at most {@link WAITING_PAGE}. Who registers leaves it.
 *
 * @param before Only those with a smaller id.
 */
export async function listWaiting(
  db: Queryable,
  before?: number,
): Promise<
  { id: number; email: string; language: AccountLanguage; invitedAt: Date | null; createdAt: Date }[]
> {
  return db
    .select({
      id: waitingList.id,
      email: waitingList.email,
      language: waitingList.language,
      invitedAt: waitingList.invitedAt,
      createdAt: waitingList.createdAt,
    })
    .from(waitingList)
    .where(before === undefined ? undefined : lt(waitingList.id, before))
    .orderBy(desc(waitingList.id))
    .limit(WAITING_PAGE);
}
