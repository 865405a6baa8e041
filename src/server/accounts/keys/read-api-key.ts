import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { API_KEY_PREFIX, type KeyScope } from '../../../contract/http/keys/api-keys.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Queryable } from '../../db/database.ts';
import { prepareSql } from '../../db/prepare-read.ts';
import { apiKeys, users } from '../../db/schema/accounts.ts';
import type { Background } from '../../process/background.ts';
import { hashKey } from './api-keys.ts';

/** Who calls with a key, and what it lets them do. */
export interface KeyCaller {
  readonly userId: UserId;
  /** Stands for the session, of which a key has none: addresses of files end with it. */
  readonly keyId: string;
  readonly scopes: readonly KeyScope[];
}

/** A key is noted as used at most so often. */
const NOTED = sql`interval '1 minute'`;

const readKey = prepareSql<
  { hash: string },
  { id: string; user_id: UserId; scopes: KeyScope[]; is_noted: boolean }
>(
  (given) => sql`select ${apiKeys.id} as id, ${apiKeys.userId} as user_id, ${apiKeys.scopes} as scopes,
      coalesce(${apiKeys.lastUsedAt} > now() - ${NOTED}, false) as is_noted
    from ${apiKeys} inner join ${users} on ${users.id} = ${apiKeys.userId}
    where ${apiKeys.keyHash} = ${given('hash')} and ${users.closedAt} is null
      and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`,
);
const noteUse = prepareSql<{ id: string }, never>(
  (given) => sql`update ${apiKeys} set last_used_at = now() where ${apiKeys.id} = ${given('id')}`,
);

/** Whether a bearer token is a key, and no access token of a session. */
export function isApiKey(token: string): boolean {
  return token.startsWith(API_KEY_PREFIX);
}

/**
 * Who a key is of; null for one that never was, is revoked or expired, or whose account is closed. That it was used is noted beside
 * the call, which needs no note: it may read where the database takes no writes.
 */
export async function readApiKey(
  db: Queryable,
  background: Pick<Background, 'run'>,
  token: string,
): Promise<KeyCaller | null> {
  const [found] = await readKey(db, { hash: hashKey(token) });
  if (found === undefined) return null;
  if (!found.is_noted)
    background.run('use of an API key', async () => void (await noteUse(db, { id: found.id })));
  return { userId: found.user_id, keyId: found.id, scopes: found.scopes };
}

/** The account of a key that works, as a select of one column. */
export function selectWorkingKey(id: Placeholder): SQL<UserId> {
  return sql`select ${apiKeys.userId} as user_id from ${apiKeys}
    inner join ${users} on ${users.id} = ${apiKeys.userId}
    where ${apiKeys.id} = ${id} and ${users.closedAt} is null
      and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())
    limit 1`;
}
