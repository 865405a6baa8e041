import type { Config } from '../config.ts';
import type { App } from './app.ts';

/** Load balancers ask these by an address that is no name of ours. */
const OPEN = /^\/api\/(?:health|ready)\/?(?:\?|$)/;
const MISDIRECTED = 421;

/**
 * Refuses calls under a name that is none of ours where PUBLIC_URL says what ours is: the page of somebody whose name
 * leads to this server (DNS rebinding) would be of the server's own origin.
 */
export function checkHost(app: App, { publicUrl, allowedHosts }: Config): void {
  if (allowedHosts === null) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (allowedHosts.includes(request.hostname.toLowerCase()) || OPEN.test(request.url)) return done();
    reply
      .code(MISDIRECTED)
      .type('text/plain; charset=utf-8')
      .send(`This server is not reached by that name: please use ${publicUrl}/.\n`);
  });
}
