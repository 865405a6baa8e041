import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { UserId } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { identities } from '../db/schema/accounts.ts';
import { invoices, purchases, subscriptions } from '../db/schema/billing.ts';
import { environments, looks, materialVersions } from '../db/schema/dressing.ts';
import { feedback } from '../db/schema/feedback.ts';
import { files } from '../db/schema/files.ts';
import { categories, libraryItems } from '../db/schema/libraries.ts';
import { ledger, wallets } from '../db/schema/money.ts';
import { projects } from '../db/schema/projects.ts';
import { renderReturns, renders } from '../db/schema/renders.ts';
import { sketches } from '../db/schema/sketches.ts';
import { ownedFiles } from '../db/schema/uploads.ts';
import { listSubscriptions } from '../push/subscriptions.ts';
import { findImages } from '../renders/describe-render.ts';
import { isTaken } from '../renders/returns/is-taken.ts';
import type { Storage } from '../storage/storage.ts';
import { listWebhooks } from '../webhooks/webhooks.ts';
import { type ExportEntry, exportList, exportPicture, exportRow } from './export-entry.ts';
import { listPasskeys } from './factors/passkeys.ts';
import { readFactor } from './factors/second-factor.ts';
import { findUser } from './find-user.ts';
import { listApiKeys } from './keys/api-keys.ts';
import { listSessions } from './sessions/list-sessions.ts';

/** Whose export it is, and where it comes from. */
interface Source {
  readonly db: Db;
  readonly storage: Storage;
  readonly userId: UserId;
  /** Hashes of files that are in the export already. */
  readonly given: Set<string>;
}

/** Rows that are in memory at once. */
const PAGE = 50;

/**
 * Everything that the server keeps of a person, one file after the other; the next is read when the last was taken.
 * Left out are hashes of passwords and tokens, the second factor's secret and the keys of passkeys, API keys themselves, secrets of webhooks, addresses and keys
 * of devices that are told of pictures, and what is for staff only.
 */
export async function* listExport(whose: Omit<Source, 'given'>): AsyncGenerator<ExportEntry> {
  const source = { ...whose, given: new Set<string>() };
  yield* listAccount(source);
  yield* listMoney(source);
  yield* listProjects(source);
  yield* listRenders(source);
  yield* listItems(source);
  yield* listFeedback(source);
  yield* listOwnFiles(source);
}

async function* listAccount(source: Source): AsyncGenerator<ExportEntry> {
  const { db, userId } = source;
  const { passwordHash, paymentCustomerId, avatarHash, emailKey, ...account } = await findUser(db, userId);
  const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, userId));
  yield exportRow('account.json', { ...account, credits: wallet?.balance ?? 0 });
  yield* exportFile(source, 'avatar', avatarHash);
  const { isOn, codesLeft } = await readFactor(db, userId);
  yield exportRow('second-factor.json', { isOn, recoveryCodesLeft: codesLeft });
  yield exportList(
    'identities.json',
    await db.select().from(identities).where(eq(identities.userId, userId)),
  );
  yield exportList('passkeys.json', await listPasskeys(db, userId));
  yield exportList('api-keys.json', await listApiKeys(db, userId));
  yield exportList('webhooks.json', await listWebhooks(db, userId));
  yield exportList('told-devices.json', await listSubscriptions(db, userId));
  yield exportList('devices.json', await listSessions(db, userId, new Date()));
}

async function* listMoney({ db, userId }: Source): AsyncGenerator<ExportEntry> {
  const movements = pages((after) =>
    db
      .select()
      .from(ledger)
      .where(and(eq(ledger.userId, userId), gt(ledger.id, after)))
      .orderBy(asc(ledger.id))
      .limit(PAGE),
  );
  yield exportList('credits.json', movements);
  yield exportList('purchases.json', await db.select().from(purchases).where(eq(purchases.userId, userId)));
  const plans = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  yield exportList('plans.json', plans);
  yield exportList('invoices.json', await db.select().from(invoices).where(eq(invoices.userId, userId)));
}

async function* listProjects(source: Source): AsyncGenerator<ExportEntry> {
  const { db, userId } = source;
  const rows = pages((after) =>
    db
      .select()
      .from(projects)
      .where(and(eq(projects.userId, userId), gt(projects.id, after)))
      .orderBy(asc(projects.id))
      .limit(PAGE),
  );
  for await (const project of rows) {
    yield exportRow(`projects/${project.id}/project.json`, project);
    const painted = await db.select().from(sketches).where(eq(sketches.projectId, project.id));
    yield exportList(`projects/${project.id}/sketches.json`, painted);
    const versions = await db
      .select()
      .from(materialVersions)
      .where(eq(materialVersions.projectId, project.id));
    if (versions.length > 0) yield exportList(`projects/${project.id}/materials.json`, versions);
    yield* exportFile(source, `projects/${project.id}/model`, project.modelHash);
  }
  const saved = await db
    .select()
    .from(looks)
    .where(and(eq(looks.userId, userId), isNull(looks.deletedAt)));
  yield exportList('looks.json', saved);
  const around = await db
    .select()
    .from(environments)
    .where(and(eq(environments.userId, userId), isNull(environments.deletedAt)));
  yield exportList('surroundings.json', around);
}

async function* listRenders(source: Source): AsyncGenerator<ExportEntry> {
  const { db, userId } = source;
  const rows = pages((after) =>
    db
      .select()
      .from(renders)
      .where(and(eq(renders.userId, userId), gt(renders.id, after)))
      .orderBy(asc(renders.id))
      .limit(PAGE),
  );
  for await (const { errorDetail, engineHandle, ...render } of rows) {
    const folder = `renders/${render.id}`;
    yield exportRow(`${folder}/render.json`, render);
    const returns = await db.select().from(renderReturns).where(eq(renderReturns.renderId, render.id));
    if (returns.length > 0) yield exportList(`${folder}/returns.json`, returns);
    for (const image of await findImages(db, [render.id])) {
      const { batchIndex, imageHash, thumbnailHash, layers, returned } = image;
      // As their pages show it.
      const isWhole = returned === null || !isTaken(returned);
      yield* exportFile(source, `${folder}/${batchIndex + 1}`, isWhole ? imageHash : thumbnailHash);
      if (!isWhole) continue;
      for (const { kind, hash } of layers)
        yield* exportFile(source, `${folder}/${batchIndex + 1}_${kind}`, hash);
    }
  }
}

async function* listItems(source: Source): AsyncGenerator<ExportEntry> {
  const { db, userId } = source;
  const isOwn = and(eq(libraryItems.userId, userId), isNull(libraryItems.deletedAt));
  const rows = pages((after) =>
    db
      .select()
      .from(libraryItems)
      .where(and(isOwn, gt(libraryItems.id, after)))
      .orderBy(asc(libraryItems.id))
      .limit(PAGE),
  );
  yield exportList(
    'library/categories.json',
    await db.select().from(categories).where(eq(categories.userId, userId)),
  );
  for await (const item of rows) {
    const folder = `library/${item.assetType}/${item.id}`;
    yield exportRow(`${folder}/item.json`, item);
    yield* exportFile(source, `${folder}/image`, item.imageHash);
    yield* exportFile(source, `${folder}/normal`, item.normalHash);
    yield* exportFile(source, `${folder}/roughness`, item.roughnessHash);
  }
}

async function* listFeedback(source: Source): AsyncGenerator<ExportEntry> {
  const { db, userId } = source;
  for (const ticket of await db.select().from(feedback).where(eq(feedback.userId, userId))) {
    yield exportRow(`feedback/${ticket.id}/feedback.json`, ticket);
    yield* exportFile(source, `feedback/${ticket.id}/screenshot`, ticket.screenshotHash);
  }
}

/**
 * What else a person brought, by the hash that the JSON files name it with: panoramas, pictures of labels and of parts,
 * painted light, models that stand aside.
 */
async function* listOwnFiles(source: Source): AsyncGenerator<ExportEntry> {
  const { db, userId, given } = source;
  for (let after = ''; ; ) {
    const rows = await db
      .select({ hash: files.hash })
      .from(ownedFiles)
      .innerJoin(files, eq(files.hash, ownedFiles.hash))
      .where(and(eq(ownedFiles.userId, userId), gt(files.hash, after)))
      .orderBy(asc(files.hash))
      .limit(PAGE);
    for (const { hash } of rows) if (!given.has(hash)) yield* exportFile(source, `files/${hash}`, hash);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.hash;
  }
}

/** As {@link exportPicture}, and remembers that it is there. */
function exportFile(
  { db, storage, given }: Source,
  name: string,
  hash: string | null,
): AsyncGenerator<ExportEntry> {
  if (hash !== null) given.add(hash);
  return exportPicture(db, storage, name, hash);
}

/** Rows in the order of their ids, a page at a time. */
async function* pages<Row extends { id: number }>(
  read: (after: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
