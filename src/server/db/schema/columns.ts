import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Bytes in the row itself. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A moment, in UTC. */
export const when = (name: string) => timestamp(name, { withTimezone: true });
/** When the row was written. */
export const created = () => when('created_at').notNull().defaultNow();
