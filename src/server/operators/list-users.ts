import type { StaffPersonBody } from '../../contract/http/staff.ts';
import { listPeople, PEOPLE_PAGE } from '../staff/list-people.ts';
import type { Instance } from './open-instance.ts';

/** Everybody with an account, the newest first. @param query Part of a name or an e-mail; empty for all. */
export async function* listUsers({ db, config }: Instance, query: string): AsyncGenerator<StaffPersonBody> {
  let before: number | undefined;
  for (;;) {
    const page = await listPeople(db, config, { query, before });
    yield* page;
    before = page.at(-1)?.id;
    if (page.length < PEOPLE_PAGE) return;
  }
}
