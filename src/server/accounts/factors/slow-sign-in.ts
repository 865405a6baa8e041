import { createHash } from 'node:crypto';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { signInFailures, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { pause } from '../../process/wait.ts';

/** How long tries of an e-mail count together, from the first on. */
export const FAILURES_MS = 24 * 3_600_000;
/** People who look for their password are not slowed: the tenth failure is the first that costs. */
const FREE_FAILURES = 10;
const MIN_WAIT_MS = 250;
/** What the owner waits at most while somebody tries passwords on their account. */
const MAX_WAIT_MS = 5_000;

/**
 * Lets one try to sign in wait as its e-mail has deserved, wherever it comes from. It counts as failed from now on:
 * many at once are counted, too.
 *
 * @returns Failures of this e-mail within a day, with this one.
 * @throws What `signal` aborts with.
 */
export async function slowSignIn(
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

/** The try that was counted last was a right one. What others tried goes on counting. */
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
