import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the call starts needs room on the disk, though its body brings no files. */
    takesRoom?: boolean;
  }
}

/**
 * While the disk is nearly full, calls that bring files or start what makes them are refused before their body is read,
 * with `storage-full`: what runs already comes to its end, and people can delete.
 */
export function refuseWhenDiskFull(app: App, { services }: Pick<Deps, 'services'>): void {
  app.addHook('onRequest', ({ headers, routeOptions }, _reply, done) => {
    const bringsFiles = headers['content-type']?.startsWith('multipart/') ?? false;
    if (!bringsFiles && routeOptions.config.takesRoom !== true) return done();
    services.disk.checkRoom().then(() => done(), done);
  });
}
