import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import { text } from '../../contract/shapes.ts';
import { files } from '../db/schema/files.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../server.ts';
import type { ByteRange } from '../storage/storage.ts';

/** What a hash names never changes. */
const CACHE_SECONDS = 7 * 86_400;

const Query = z.object({
  expires: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  signature: text(100),
  download: text(255).min(1).optional(),
});

/** /files/: stored files under signed addresses, whole or in part. The address is the permission. */
export function fileRoutes(app: App, deps: Deps): void {
  const { storage, urls } = deps.services;
  app.get(
    '/files/:hash',
    { schema: { params: z.object({ hash: text(200) }), querystring: Query } },
    async (request, reply) => {
      const { expires, signature, download } = request.query;
      const named = ContentHash.safeParse(request.params.hash);
      if (!named.success || !urls.verify(named.data, expires, signature)) {
        throw new AppError({ code: 'not-found' });
      }
      const [file] = await deps.database.db.select().from(files).where(eq(files.hash, named.data));
      if (file === undefined) throw new AppError({ code: 'not-found' });

      const etag = `"${file.hash}"`;
      reply.headers({
        etag,
        'cache-control': `private, max-age=${CACHE_SECONDS}, immutable`,
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        ...(download === undefined ? {} : { 'content-disposition': nameDownload(download) }),
      });
      if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send();
      reply.type(file.contentType);

      const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
      const range = isSame ? readRange(request.headers.range, file.sizeBytes) : 'whole';
      if (range === 'none') {
        return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
      }
      if (range === 'whole') {
        reply.header('content-length', file.sizeBytes);
        return reply.send(await storage.open(named.data));
      }
      reply.code(206);
      reply.header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
      reply.header('content-length', range.end - range.start + 1);
      return reply.send(await storage.open(named.data, range));
    },
  );
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
