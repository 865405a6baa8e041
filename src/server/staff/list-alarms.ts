import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { HOUR_MS } from '../../contract/constants.ts';
import type { StaffAlarmBody } from '../../contract/http/staff.ts';
import { UserId } from '../../contract/ids.ts';
import { listResetRequests } from '../accounts/passwords/list-reset-requests.ts';
import type { BackupPlace } from '../backup/places/place.ts';
import { isLive } from '../billing/settlement.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { subscriptions } from '../db/schema/billing.ts';
import type { Services } from '../deps.ts';
import { findDamaged } from '../storage/find-damaged.ts';
import type { DiskWatch } from '../storage/watch-disk.ts';
import { readBackupState } from './read-backup-state.ts';

/** More than anybody looks through. */
const DUPLICATES_MAX = 50;
const DAMAGED_MAX = 50;

/** What somebody has to look after, the newest first. */
export async function listAlarms(
  db: Queryable,
  config: Pick<Config, 'backups'>,
  { disk, backups }: Pick<Services, 'disk' | 'backups'>,
  now: Date,
): Promise<StaffAlarmBody[]> {
  const alarms = [
    ...(await listBackupAlarms(db, backups, config.backups, now)),
    ...(await listDisks(disk, now)),
    ...(await listDamagedFiles(db)),
    ...(await listDuplicates(db)),
    ...(await listGoingOn(db)),
    ...(await listRequests(db, now)),
  ];
  return alarms.sort((a, b) => b.at.localeCompare(a.at));
}

async function listDisks(disk: DiskWatch, now: Date): Promise<StaffAlarmBody[]> {
  if (await disk.isReadOnly()) return [{ kind: 'disk-read-only', key: 'disk', at: now.toISOString() }];
  if (!(await disk.isLow())) return [];
  return [
    { kind: 'disk-low', key: 'disk', free_bytes: (await disk.freeBytes()) ?? 0, at: now.toISOString() },
  ];
}

async function listBackupAlarms(
  db: Queryable,
  place: BackupPlace,
  config: Config['backups'],
  now: Date,
): Promise<StaffAlarmBody[]> {
  const { failure, isOverdue, everyMs, lastAt } = await readBackupState(db, place, config, now);
  if (failure !== null) return [{ kind: 'backup-failed', key: 'backup', failure, at: failure.since }];
  if (!isOverdue || everyMs === null) return [];
  const last = lastAt?.toISOString() ?? null;
  const hours = everyMs / HOUR_MS;
  return [
    { kind: 'backup-overdue', key: 'backup', every_hours: hours, last_at: last, at: now.toISOString() },
  ];
}

async function listDamagedFiles(db: Queryable): Promise<StaffAlarmBody[]> {
  const damaged = await findDamaged(db, DAMAGED_MAX);
  return damaged.map(({ hash, damage, isModel, name, owner, checkedAt }) => ({
    kind: 'file-damaged',
    key: `file:${hash}`,
    hash,
    damage,
    is_model: isModel,
    name,
    user: owner,
    at: checkedAt.toISOString(),
  }));
}

/** Plans that closing an account did not end: of keys that are gone, or of another account at the provider. */
async function listGoingOn(db: Queryable): Promise<StaffAlarmBody[]> {
  const rows = await db
    .select({ subscription: subscriptions, name: users.name, email: users.email, closedAt: users.closedAt })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(isNotNull(users.closedAt), eq(subscriptions.cancelsAtEnd, false)))
    .orderBy(desc(subscriptions.id));
  return rows
    .filter(({ subscription }) => isLive(subscription))
    .slice(0, DUPLICATES_MAX)
    .map(({ subscription, name, email, closedAt }) => ({
      kind: 'plan-goes-on',
      key: `plan:${subscription.id}`,
      user: { id: UserId.parse(subscription.userId), name, email },
      plan: subscription.plan,
      at: (closedAt ?? subscription.createdAt).toISOString(),
    }));
}

async function listDuplicates(db: Queryable): Promise<StaffAlarmBody[]> {
  const rows = await db
    .select({ subscription: subscriptions, name: users.name, email: users.email })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(eq(subscriptions.isDuplicate, true))
    .orderBy(desc(subscriptions.id))
    .limit(DUPLICATES_MAX);
  return rows.map(({ subscription, name, email }) => ({
    kind: 'duplicate-subscription',
    key: `subscription:${subscription.id}`,
    user: { id: UserId.parse(subscription.userId), name, email },
    plan: subscription.plan,
    at: subscription.createdAt.toISOString(),
  }));
}

async function listRequests(db: Queryable, now: Date): Promise<StaffAlarmBody[]> {
  const requests = await listResetRequests(db, now);
  return requests.map(({ userId, email, name, requestedAt }) => ({
    kind: 'reset-request',
    key: `reset:${userId}:${requestedAt.getTime()}`,
    user: { id: UserId.parse(userId), name, email },
    at: requestedAt.toISOString(),
  }));
}
