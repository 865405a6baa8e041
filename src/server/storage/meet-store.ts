import { inArray } from 'drizzle-orm';
import type { ContentHash } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { type InstanceMark, keepInstance } from '../db/instance-mark.ts';
import { files } from '../db/schema/files.ts';
import { SetupError } from '../process/setup-error.ts';
import type { Storage } from './storage.ts';
import type { Standing, StoredPlace } from './stored-place.ts';

/** Of a place without signs so many files are looked at: hashes are chance, so that any of them stand for all. */
const LOOKED_AT = 500;
/** So many of them a database knows whose files they are: all but what was left over by calls that were refused, or since its last backup. */
const KNOWN_SHARE = 0.9;

/** A database, and where its files are. */
export interface KnownStore {
  readonly db: Db;
  readonly storage: Pick<Storage, 'places'>;
}

/** A place whose files are not all of the database that came there. */
export interface SharedPlace {
  readonly address: string;
  /** The id of that database. */
  readonly own: string;
  /** Ids of others that have been there. */
  readonly others: readonly string[];
}

/**
 * Writes in each place of files that this database has been there, at its first time, and finds the places that are not its own:
 * nothing may be removed there because this database does not know it. It comes before anything is written there.
 *
 * @returns Those places; none where all is as it should be.
 * @throws StoreAway.
 */
export async function meetStore({ db, storage }: KnownStore): Promise<SharedPlace[]> {
  const mark = await keepInstance(db);
  for (const place of storage.places) {
    if ((await place.readSigns()).has(mark.id)) continue;
    const standing = await judge(db, mark, place);
    // Another process of this instance may have come meanwhile, and have written files since.
    if (!(await place.readSigns()).has(mark.id)) await place.writeSign(mark.id, standing);
  }
  return findShared(storage.places, mark.id);
}

/** As {@link meetStore}, with nothing written. */
export async function findShared(
  places: readonly Pick<StoredPlace, 'address' | 'readSigns'>[],
  own: string,
): Promise<SharedPlace[]> {
  const shared: SharedPlace[] = [];
  for (const place of places) {
    const signs = await place.readSigns();
    const others = [...signs.keys()].filter((id) => id !== own);
    if (others.length > 0 || signs.get(own) === 'guest') shared.push({ address: place.address, own, others });
  }
  return shared;
}

/** For whoever runs the server. */
export function describeShared({ address, own, others }: SharedPlace): string {
  const start = `Of the files in ${address} nothing is removed`;
  const look = 'look at DATABASE_URL, DATA_DIR and S3_BUCKET';
  return others.length > 0
    ? `${start}: they are of another database as well (this one is ${own}); ${look}, and once the other one is gone for good, remove ${others.map((id) => `instances/${id}`).join(' and ')} there.`
    : `${start}: some were there before this database (${own}), which does not know them; ${look}, and if they are nobody else's, write “owner” into instances/${own} there.`;
}

/**
 * Before files are moved from one place to another: the new one is of the same database as the old one.
 *
 * @throws SetupError where the new one is of others: they would take what comes for waste.
 */
export async function carrySigns(
  old: Pick<Storage, 'places'>,
  fresh: Pick<Storage, 'places'>,
): Promise<void> {
  const from = await readAll(old);
  for (const place of fresh.places) {
    const there = await place.readSigns();
    if (there.size === 0 && (await isEmpty(place))) {
      for (const [id, standing] of from) await place.writeSign(id, standing);
      continue;
    }
    if (from.size === 0 || there.size === 0 || [...from.keys()].some((id) => there.has(id))) continue;
    throw new SetupError(
      `${place.address} has files of another database: nothing was moved; look at DATA_DIR and S3_BUCKET.`,
    );
  }
}

async function readAll({ places }: Pick<Storage, 'places'>): Promise<Map<string, Standing>> {
  const all = new Map<string, Standing>();
  for (const place of places) for (const [id, standing] of await place.readSigns()) all.set(id, standing);
  return all;
}

/** As what a database comes to a place for the first time. */
async function judge(db: Db, mark: InstanceMark, place: StoredPlace): Promise<Standing> {
  const some = await listSome(place, LOOKED_AT);
  if (some.length === 0) return 'owner';
  // A database that began with nothing cannot know what was there before it.
  if (!mark.hadFiles) return 'guest';
  const known = await db.select({ hash: files.hash }).from(files).where(inArray(files.hash, some));
  return known.length >= some.length * KNOWN_SHARE ? 'owner' : 'guest';
}

const isEmpty = async (place: StoredPlace): Promise<boolean> => (await listSome(place, 1)).length === 0;

async function listSome(place: StoredPlace, most: number): Promise<ContentHash[]> {
  const some: ContentHash[] = [];
  // Whatever the clock of the store says of their age.
  for await (const hash of place.list(Number.NEGATIVE_INFINITY)) if (some.push(hash) === most) break;
  return some;
}
