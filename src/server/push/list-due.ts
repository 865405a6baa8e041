import { and, eq, sql } from 'drizzle-orm';
import { fitText } from '../../contract/files/fit-text.ts';
import type { PushMessage, PushSubscriptionBody } from '../../contract/http/notices.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Db, Queryable } from '../db/database.ts';
import { refreshTokens, users } from '../db/schema/accounts.ts';
import { projects } from '../db/schema/projects.ts';
import { pushDue, pushSubscriptions } from '../db/schema/push.ts';
import { renderImages, renders } from '../db/schema/renders.ts';
import { pushTitle } from './push-texts.ts';

/** Taken at once; each of them is sent, or comes again after this, in seconds. */
const BATCH = 20;
const LEASE_SECONDS = 60;
/** A message has at most 4096 bytes (RFC 8291), of which a name takes its part. */
const NAME_MAX_LENGTH = 200;

/** A message that was taken to be sent. */
export interface DuePush {
  readonly renderId: number;
  readonly sessionId: string;
  /** This try is counted. */
  readonly attempts: number;
  /** Of the render, see `carryTrace`. */
  readonly trace: string | null;
}

/** Takes what is due, so that no other process sends it meanwhile. */
export async function takeDue(db: Db): Promise<DuePush[]> {
  const { rows } = await db.execute<{
    render_id: number;
    session_id: string;
    attempts: number;
    trace: string | null;
  }>(sql`
    with due as (
      select render_id, session_id from push_due where due_at <= now()
      order by due_at limit ${BATCH} for update skip locked
    )
    update push_due set attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due where push_due.render_id = due.render_id and push_due.session_id = due.session_id
    returning push_due.render_id, push_due.session_id, push_due.attempts, push_due.trace`);
  return rows.map(({ render_id, session_id, ...row }) => ({
    renderId: render_id,
    sessionId: session_id,
    ...row,
  }));
}

/**
 * What a device is told, and how it is reached; null for a device that has signed out, and for a render that its person
 * has deleted.
 */
export async function describeDue(
  db: Queryable,
  { renderId, sessionId }: DuePush,
): Promise<{ subscription: PushSubscriptionBody; message: PushMessage } | null> {
  const isOpen = sql<boolean>`exists (select from ${refreshTokens} where ${refreshTokens.family} = ${pushSubscriptions.sessionId}
    and ${refreshTokens.revokedAt} is null and ${refreshTokens.expiresAt} > now())`;
  const [row] = await db
    .select({
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      language: users.language,
      status: renders.status,
      project: projects.name,
      pictures: sql<number>`(select count(*)::int from ${renderImages} where ${renderImages.renderId} = ${renders.id})`,
    })
    .from(renders)
    // Its own person's devices only.
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, renders.userId))
    .innerJoin(users, eq(users.id, renders.userId))
    .leftJoin(projects, eq(projects.id, renders.projectId))
    .where(
      and(
        eq(renders.id, renderId),
        eq(pushSubscriptions.sessionId, sessionId),
        sql`${renders.deletedAt} is null`,
        sql`${users.closedAt} is null`,
        isOpen,
      ),
    );
  if (row === undefined) return null;
  const kind = row.status === 'completed' ? 'finished' : 'failed';
  return {
    subscription: { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } },
    message: {
      kind,
      render_id: renderId,
      title: pushTitle(row.language, kind, row.pictures),
      body: fitText(row.project ?? '', NAME_MAX_LENGTH),
    },
  };
}

/** It has been sent, or never will be. */
export async function dropDue(db: Queryable, { renderId, sessionId }: DuePush): Promise<void> {
  await db.delete(pushDue).where(and(eq(pushDue.renderId, renderId), eq(pushDue.sessionId, sessionId)));
}

/** It is tried again after so many seconds. */
export async function postponeDue(
  db: Queryable,
  { renderId, sessionId }: DuePush,
  seconds: number,
): Promise<void> {
  const dueAt = sql`now() + make_interval(secs => ${seconds})`;
  await db
    .update(pushDue)
    .set({ dueAt })
    .where(and(eq(pushDue.renderId, renderId), eq(pushDue.sessionId, sessionId)));
}

/** Pages of these people are open and tell the end of a render themselves: nobody is told twice. */
export async function dropTold(db: Queryable, renderId: number, people: readonly UserId[]): Promise<void> {
  if (people.length === 0) return;
  await db.execute(sql`delete from push_due using renders where push_due.render_id = ${renderId}
    and renders.id = push_due.render_id and renders.user_id in ${people}`);
}

/** The push service knows a device no more: nor do we. One that has subscribed anew since then stays. */
export async function dropDevice(db: Queryable, { sessionId }: DuePush, endpoint: string): Promise<void> {
  const isIt = and(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.endpoint, endpoint));
  await db.delete(pushSubscriptions).where(isIt);
}
