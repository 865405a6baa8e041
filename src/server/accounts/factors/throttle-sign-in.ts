import { createHash } from 'node:crypto';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../contract/constants.ts';
import type { Queryable } from '../../db/database.ts';
import { signInFailures, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { pause } from '../../process/wait.ts';

/** How long tries of an e-mail count together, from the first on. */
export const FAILURES_MS = DAY_MS;
/** People who look for their password are not slowed: the tenth failure is the first that costs. */
const FREE_FAILURES = 10;
const MIN_WAIT_MS = 250;
/** Longest delay, which also the account's owner meets while somebody else tries passwords. */
const MAX_WAIT_MS = 5_000;

/**
 * Delays a try to sign in by the number of recent failures of its e-mail, from whatever address. It is counted as failed
 * at once, so that many tries at the same time count, too.
 *
 * @returns Failures of this e-mail within a day, with this one.
 * @throws What `signal` aborts with.
 */
export async function throttleSignIn(
  { config, database, now }: Pick<Deps, 'config' | 'database' | 'now'>,
  emailKey: string,
  signal: AbortSignal,
): Promise<number> {
  const since = now();
  const isOver = sql`${signInFailures.since} <= ${new Date(since.getTime() - FAILURES_MS)}`;
  const [counted] = await database.db
    .insert(signInFailures)
    .values({ emailHash: hashEmail(emailKey), failures: 1, since })
    .onConflictDoUpdate({
      target: signInFailures.emailHash,
      set: {
        failures: sql`case when ${isOver} then 1 else least(${signInFailures.failures}, 1000000) + 1 end`,
        since: sql`case when ${isOver} then ${since} else ${signInFailures.since} end`,
      },
    })
    .returning({ failures: signInFailures.failures });
  const failures = counted?.failures ?? 1;
  if (config.rateLimitFactor > 0) await pause(waitFor(failures - 1), signal);
  return failures;
}

/** Takes back the last counted failure, because that try succeeded. Other failures still count. */
export async function forgiveSignIn(db: Queryable, emailKey: string): Promise<void> {
  await db
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
    .where(eq(signInFailures.emailHash, hashEmail(emailKey)));
}

/** Milliseconds before the next try, after so many failures of one e-mail. */
export function waitFor(failures: number): number {
  return failures < FREE_FAILURES ? 0 : Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (failures - FREE_FAILURES));
}

/** What somebody tries on an account: passwords, or codes of its second factor, which only whoever has the password gets to. */
export type Tried = 'passwords' | 'codes';
const ALARMS = { passwords: 'sign-in-alarm', codes: 'code-alarm' } as const satisfies Record<Tried, string>;

/**
 * Tells whose e-mail it is that somebody tries passwords or codes, in the bell and by mail where mail is sent; at most once
 * a day, but for the tenth wrong code of a day: what was told of passwords before it says too little then. It comes after
 * the answer, which so takes as long for an e-mail that nobody has.
 */
export function tellOfFailures(
  { database, services, now }: Pick<Deps, 'database' | 'services' | 'now'>,
  emailKey: string,
  failures: number,
  tried: Tried,
): void {
  if (failures < FREE_FAILURES) return;
  services.background.run('sign-in alarm', async () => {
    const at = now();
    const isFirst = tried === 'codes' && failures === FREE_FAILURES;
    const before = new Date(at.getTime() - FAILURES_MS);
    const isDue = or(isNull(users.signInAlarmAt), lte(users.signInAlarmAt, before));
    const [told] = await database.db
      .update(users)
      .set({ signInAlarmAt: at })
      .where(and(eq(users.emailKey, emailKey), isFirst ? undefined : isDue))
      .returning({ email: users.email, language: users.language });
    if (told !== undefined) services.mailer?.send(told, { kind: ALARMS[tried] });
  });
}

function hashEmail(emailKey: string): string {
  return createHash('sha256').update(emailKey).digest('hex');
}
