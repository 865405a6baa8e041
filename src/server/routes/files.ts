import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, isFailure } from '../../contract/failure.ts';
import { ContentHash, type UserId } from '../../contract/ids.ts';
import { text } from '../../contract/shapes.ts';
import { selectOpenSession } from '../accounts/sessions/is-session-open.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { files } from '../db/schema/files.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { checkFile, readStored } from '../storage/check-file.ts';
import { checkedBytes } from '../storage/read-bytes.ts';
import type { ByteRange } from '../storage/storage.ts';
import type { FileStore } from '../storage/store-file.ts';

/** Most pictures; larger ones, and models, are sent while they are read. */
const SMALL_BYTES = 512 * 1024;

const Query = z.object({
  session: z.uuid().optional(),
  expires: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  signature: text(100),
  download: text(255).min(1).optional(),
  /** Whoever asks follows to the store of the files, where it can be reached; without it the file comes from here. */
  direct: z.literal('true').optional(),
});

/** The file, and whose the session is that the address was given to: one statement for both. */
const readFile = prepareSelect(
  { file: files, reader: sql<UserId | null>`(${selectOpenSession(sql.placeholder('session'))})` },
  (select, given: Given<{ hash: string; session: string | null }>) =>
    select.from(files).where(eq(files.hash, given('hash'))),
);

/**
 * /files/: stored files under signed addresses, whole or in part. The address is the permission, as long as the session it
 * was given to goes on; a call with somebody else's token has no use for it.
 */
export function fileRoutes(app: App, deps: Deps): void {
  const { storage, urls } = deps.services;
  const store: FileStore = { db: deps.database.db, storage };
  app.get(
    '/files/:hash',
    {
      schema: {
        summary: 'Gives a stored file to whom its signed address was given',
        params: z.object({ hash: text(200) }),
        querystring: Query,
      },
    },
    async (request, reply) => {
      // A failure is asked for again: only what is whole is kept.
      reply.header('cache-control', 'no-store');
      const { session, expires, signature, download, direct } = request.query;
      const named = ContentHash.safeParse(request.params.hash);
      if (!named.success || !urls.verify({ hash: named.data, session, expires, signature })) {
        throw new AppError({ code: 'not-found' });
      }
      const [found] = await readFile(store.db, { hash: named.data, session: session ?? null });
      const isOver = session !== undefined && found?.reader == null;
      const isTheirs = session === undefined || request.caller === null || request.caller === found?.reader;
      if (found === undefined || isOver || !isTheirs) throw new AppError({ code: 'not-found' });
      const { file } = found;
      if (file.damage === null && (await storage.size(named.data)) !== file.sizeBytes) {
        file.damage = await checkFile(store, named.data);
      }
      if (file.damage !== null) throw new AppError({ code: 'file-damaged' });

      const disposition = download === undefined ? {} : { disposition: nameDownload(download) };
      if (direct !== undefined && file.sizeBytes > SMALL_BYTES) {
        const sent = { contentType: file.contentType, ...disposition };
        const address = await storage.address(named.data, sent);
        // Not kept: the address has ended before the one that led here.
        if (address !== null) return reply.redirect(address, 307);
      }

      const etag = `"${file.hash}"`;
      const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
      const range = isSame ? readRange(request.headers.range, file.sizeBytes) : 'whole';
      const isKnown = request.headers['if-none-match']?.split(/,\s*/).includes(etag) === true;
      const body = range === 'whole' && !isKnown ? await readWhole(store, named.data, file.sizeBytes) : null;
      reply.headers({
        etag,
        // A part cannot be compared with the hash, so that it is asked for again.
        'cache-control': range === 'whole' ? keptUntil(expires, deps.now()) : 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        ...(disposition.disposition !== undefined && { 'content-disposition': disposition.disposition }),
      });
      if (isKnown) return reply.code(304).send();
      reply.type(file.contentType);
      if (range === 'none') {
        return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
      }
      if (range === 'whole') return reply.header('content-length', file.sizeBytes).send(body);
      reply.code(206);
      reply.header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
      reply.header('content-length', range.end - range.start + 1);
      return reply.send(await storage.open(named.data, range));
    },
  );
}

/** What a hash names never changes: it is kept as long as the address works. */
function keptUntil(expires: number, now: Date): string {
  return `private, max-age=${expires - Math.floor(now.getTime() / 1000)}, immutable`;
}

/**
 * A small file is compared with its hash before anything is sent. A large one is on its way by then: of a damaged one the
 * end is never sent, so that nobody takes it for whole or keeps it.
 */
async function readWhole(
  store: FileStore,
  hash: ContentHash,
  sizeBytes: number,
): Promise<Uint8Array | Readable> {
  if (sizeBytes <= SMALL_BYTES) return readStored(store, hash);
  return Readable.from(sendChecked(store, hash), { objectMode: false });
}

async function* sendChecked(store: FileStore, hash: ContentHash): AsyncGenerator<Uint8Array> {
  try {
    yield* checkedBytes(store.storage, hash);
  } catch (error) {
    if (isFailure(error, 'file-damaged')) await checkFile(store, hash);
    throw error;
  }
}

/** One range is served; several, or one in another unit, mean the whole file (RFC 9110, 14.2). */
function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start > end ? 'none' : { start, end };
}

/** Both forms of RFC 6266: plain ASCII for old readers, the real name in UTF-8. */
function nameDownload(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
