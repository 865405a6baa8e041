import type { Config } from '../../config.ts';
import { examineDatabase } from '../../db/examine-database.ts';
import { OLDEST_VERSION } from '../../db/open-database.ts';
import { checkOwner } from './check-owner.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** Codes and links have a moment of their own: so much apart goes unnoticed. */
const NOTICED_MS = 2_000;
/** From here on sessions begin in the future and one-time codes fail. */
const WRONG_MS = 30_000;

/** Whether the database is there, new enough, of this version of the program, and agrees on the time. Changes nothing. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const name = config.databaseUrl === null ? 'The embedded PostgreSQL' : 'The PostgreSQL at DATABASE_URL';
  let seen: Awaited<ReturnType<typeof examineDatabase>>;
  try {
    seen = await examineDatabase(config);
  } catch (error) {
    const todo =
      config.databaseUrl === null
        ? 'Look as which user it is to run, at its log in DATA_DIR, and whether the disk is full.'
        : 'Start it, or set DATABASE_URL to where it is; look at name, password and firewall.';
    return [fail('database', `${name} cannot be reached: ${reasonOf(error)}.`, todo)];
  }
  if (seen === null) return [ok('database', `${name} is not there yet: the first start makes it.`)];
  if (seen.versionNumber < OLDEST_VERSION) {
    return [fail('database', `${name} is version ${seen.version}.`, 'Use PostgreSQL 15 or newer.')];
  }
  return [
    ok('database', `${name} answers, version ${seen.version}.`),
    judgeSchema(seen),
    judgeClock(seen),
    ...(await checkOwner(config, seen.instance)),
  ];
}

function judgeSchema({ missing, isNewer }: { readonly missing: number; readonly isNewer: boolean }): Finding {
  if (isNewer) {
    const todo = 'Use the version that brought it there, or a newer one.';
    return fail('migrations', 'A newer version of Vitrine has changed the database.', todo);
  }
  if (missing > 0) {
    return warn('migrations', `${missing} are to come.`, 'Make a backup: the next start brings them.');
  }
  return ok('migrations', 'The database is of this version.');
}

function judgeClock({ aheadMs }: { readonly aheadMs: number }): Finding {
  const apart = Math.abs(aheadMs);
  const found = `The database's clock is ${(apart / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`;
  const todo = 'Let both machines set their clocks by the network (NTP).';
  if (apart > WRONG_MS) return fail('clock', found, todo);
  if (apart > NOTICED_MS) return warn('clock', found, todo);
  return ok('clock', 'This machine and the database agree on the time.');
}
