import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { EngineServer, EngineTest } from '../../../contract/http/engines.ts';
import { when } from './columns.ts';

/** Servers of engines as the workers last saw them, one row each, refreshed every few seconds. */
export const engineServers = pgTable('engine_servers', {
  id: text().primaryKey(),
  report: jsonb().$type<EngineServer>().notNull(),
  seenAt: when('seen_at').notNull().defaultNow(),
  /** Result of the last test that staff asked for. */
  test: jsonb().$type<EngineTest>(),
});
