import { eq } from 'drizzle-orm';
import { OWNER_KEY } from '../../src/server/accounts/owner-settings.ts';
import { settings, users } from '../../src/server/db/schema/accounts.ts';
import type { Person, TestServer } from './server.ts';

/** Registers somebody who is the owner. */
export async function makeOwner(server: TestServer): Promise<Person> {
  const person = await makeStaff(server, 'Olga Owner');
  const { db } = server.deps.database;
  await db.insert(settings).values({ key: OWNER_KEY, value: { userId: person.session.user.id } });
  return person;
}

/** Registers somebody who is staff. */
export async function makeStaff(server: TestServer, name?: string): Promise<Person> {
  const person = await server.signUp(name);
  const { db } = server.deps.database;
  await db.update(users).set({ isStaff: true }).where(eq(users.id, person.session.user.id));
  return person;
}
