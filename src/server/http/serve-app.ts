import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SHARE_PATH, SHARE_QUERY, SHARED_BYTES_MAX, type ShareRefusal } from '../../contract/share-target.ts';
import type { Config } from '../config.ts';
import type { App } from './app.ts';
import { sendFailure } from './handle-errors.ts';

/** Vite puts a hash of the content into the names of these. */
const HASHED = /[/\\]assets[/\\][^/\\]+$/;
const OURS = /^\/(api|ws|files)(\/|_|$)/;

/**
 * Serves the built app: hashed files for a year, everything else revalidated at every use. A browser that opens any
 * other address gets the page, which finds its way by itself.
 */
export async function serveApp(app: App, config: Config): Promise<void> {
  const isBuilt = existsSync(join(config.appDir, 'index.html'));
  const sendPage = async (reply: FastifyReply) => {
    const page = await readFile(join(config.appDir, 'index.html'));
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
  if (isBuilt) {
    await app.register(serveStatic, {
      root: config.appDir,
      // `main.js.br` or `main.js.gz` beside a file is sent instead of it to a browser that takes it.
      preCompressed: true,
      // With compressed copies of some files only, it would not find a folder's page.
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
  }
  await app.register(takeNoShare);
  app.setNotFoundHandler(async (request, reply) => {
    if (isBuilt && wantsPage(request)) return sendPage(reply);
    return sendFailure(reply, { code: 'not-found' });
  });
}

const UNREADY: ShareRefusal = 'unready';

/**
 * What is shared with the installed app stays on the device: its service worker takes it. Where there is none yet the files
 * come here, are not kept, and the app that the browser is sent to says so.
 */
async function takeNoShare(app: App): Promise<void> {
  app.removeAllContentTypeParsers();
  // Nobody reads the body: the browser may send all of it.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.post(SHARE_PATH, { bodyLimit: 2 * SHARED_BYTES_MAX, schema: { hide: true } }, (_request, reply) =>
    reply.redirect(`/?${SHARE_QUERY}=${UNREADY}`, 303),
  );
}

function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const [path = ''] = request.url.split('?');
  return isRead && !OURS.test(path) && (request.headers.accept ?? '').includes('text/html');
}
