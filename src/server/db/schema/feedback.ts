import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FeedbackContext, FeedbackType } from '../../../contract/http/feedback.ts';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';
import { files } from './files.ts';

/** What people told us, a ticket each. */
export const feedback = pgTable(
  'feedback',
  {
    /** Its first 8 characters are the ticket's number. */
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().$type<FeedbackType>().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    context: jsonb().$type<FeedbackContext>().notNull(),
    /** JPEG. */
    screenshotHash: text('screenshot_hash').references(() => files.hash),
    closedAt: when('closed_at'),
    createdAt: created(),
  },
  (table) => [index('feedback_created').on(table.createdAt)],
);
