import { and, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { FeedbackType, TicketBody } from '../../contract/http/feedback.ts';
import { ContentHash, UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { feedback } from '../db/schema/feedback.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';

export const TICKETS_PAGE = 30;

/** Which tickets; what is null or absent does not matter. */
export interface TicketFilter {
  readonly type?: FeedbackType | undefined;
  readonly isClosed?: boolean | undefined;
  /** Id of the last ticket of the page before. */
  readonly after?: string | undefined;
}

/** Tickets, the newest first. */
export async function listTickets(
  db: Queryable,
  urls: FileUrls,
  { type, isClosed, after }: TicketFilter,
): Promise<TicketBody[]> {
  return describe(
    db,
    urls,
    and(
      type === undefined ? undefined : eq(feedback.type, type),
      isClosed === undefined
        ? undefined
        : isClosed
          ? isNotNull(feedback.closedAt)
          : isNull(feedback.closedAt),
      after === undefined ? undefined : isAfter(after),
    ),
  );
}

/** One ticket; undefined when there is none of this id. */
export async function findTicket(db: Queryable, urls: FileUrls, id: string): Promise<TicketBody | undefined> {
  return (await describe(db, urls, eq(feedback.id, id)))[0];
}

/** In the order of the list, in which several of one moment follow their ids. */
function isAfter(id: string): SQL | undefined {
  const at = sql`(select created_at from feedback as last where last.id = ${id})`;
  return or(lt(feedback.createdAt, at), and(eq(feedback.createdAt, at), lt(feedback.id, id)));
}

async function describe(db: Queryable, urls: FileUrls, condition: SQL | undefined): Promise<TicketBody[]> {
  const rows = await db
    .select({ ticket: feedback, name: users.name, email: users.email })
    .from(feedback)
    .innerJoin(users, eq(users.id, feedback.userId))
    .where(condition)
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(TICKETS_PAGE);
  return rows.map(({ ticket, name, email }) => ({
    id: ticket.id,
    type: ticket.type,
    title: ticket.title,
    description: ticket.description,
    context: ticket.context,
    screenshot: ticket.screenshotHash === null ? null : urls.sign(ContentHash.parse(ticket.screenshotHash)),
    from: { id: UserId.parse(ticket.userId), name, email },
    closed_at: ticket.closedAt?.toISOString() ?? null,
    created_at: ticket.createdAt.toISOString(),
  }));
}
