import type { FastifyRequest } from 'fastify';
import { AppError } from '../contract/failure.ts';
import type { UserId } from '../contract/ids.ts';
import { readAccessToken } from './accounts/access-token.ts';
import type { Deps } from './deps.ts';
import { deriveKey } from './secret.ts';
import type { App } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null without a valid access token. See {@link callerOf}. */
    caller: UserId | null;
  }
  interface FastifyContextConfig {
    /** Set for a route under /api/ that needs no sign-in. */
    isPublic?: boolean;
  }
}

/**
 * Reads the bearer token of every call. Routes under /api/ refuse callers without one before they read a body, unless
 * their `config` says `isPublic`.
 */
export function authenticate(app: App, deps: Deps): void {
  const key = deriveKey(deps.secret, 'access-token');
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
    if (scheme?.toLowerCase() === 'bearer' && token) {
      request.caller = await readAccessToken(key, token, deps.now());
    }
    const { url = '', config } = request.routeOptions;
    const isOpen = !url.startsWith('/api/') || url.startsWith('/api/docs') || config.isPublic === true;
    if (request.caller === null && !isOpen) throw new AppError({ code: 'not-authenticated' });
  });
}

/** The signed-in caller. @throws AppError `not-authenticated`. */
export function callerOf(request: FastifyRequest): UserId {
  if (request.caller === null) throw new AppError({ code: 'not-authenticated' });
  return request.caller;
}
