import { eq } from 'drizzle-orm';
import { users } from '../../src/server/db/schema/accounts.ts';
import type { Person, TestServer } from './server.ts';

/** Registers somebody who is staff. */
export async function makeStaff(server: TestServer, name?: string): Promise<Person> {
  const person = await server.signUp(name);
  const { db } = server.deps.database;
  await db.update(users).set({ isStaff: true }).where(eq(users.id, person.session.user.id));
  return person;
}
