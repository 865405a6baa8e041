import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
  app.setNotFoundHandler(async (request, reply) => {
    if (isBuilt && wantsPage(request)) return sendPage(reply);
    return sendFailure(reply, { code: 'not-found' });
  });
}

function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const [path = ''] = request.url.split('?');
  return isRead && !OURS.test(path) && (request.headers.accept ?? '').includes('text/html');
}
