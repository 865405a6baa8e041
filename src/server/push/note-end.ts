import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { announce } from '../db/events.ts';
import { prepareSql } from '../db/prepare-read.ts';
import { carryTrace } from '../tracing/span.ts';

/** So long a page that is open has to tell it itself, in seconds. */
const GRACE_SECONDS = 3;

const write = prepareSql<{ renderId: number; userId: number; trace: string | null }, { session_id: string }>(
  (given) => sql`insert into push_due (render_id, session_id, trace, due_at)
    select ${given('renderId')}::int, session_id, ${given('trace')}::text, now() + make_interval(secs => ${sql.raw(String(GRACE_SECONDS))})
    from push_subscriptions where user_id = ${given('userId')}
    on conflict do nothing returning session_id`,
);

/** Notes, in the transaction that ends a render, which devices of its person are to be told unless a page does it. */
export async function noteEnd(
  tx: Transaction,
  render: { readonly id: number; readonly userId: number },
): Promise<void> {
  const noted = await write(tx, { renderId: render.id, userId: render.userId, trace: carryTrace() ?? null });
  if (noted.length > 0) await announce(tx, 'push_due', String(render.id));
}
