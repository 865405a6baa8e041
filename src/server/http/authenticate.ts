import type { FastifyRequest } from 'fastify';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import { isApiKey, readApiKey } from '../accounts/keys/read-api-key.ts';
import { scopeOfCall } from '../accounts/keys/scope-of-call.ts';
import type { Caller } from '../accounts/sessions/access-token.ts';
import { isSessionOpen } from '../accounts/sessions/is-session-open.ts';
import { rememberTokens } from '../accounts/sessions/remember-tokens.ts';
import type { Deps } from '../deps.ts';
import { deriveKey } from '../process/secret.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import type { App } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null where anybody may. See {@link callerOf}. */
    caller: UserId | null;
    /** With which of their sessions, or API keys. See {@link sessionOf}. */
    sessionId: string | null;
    /** Addresses of files for their session. @throws AppError `not-authenticated` where nobody calls. */
    readonly urls: FileUrls;
  }
  interface FastifyContextConfig {
    /** Set for a route under /api/ that needs no sign-in. */
    isPublic?: boolean;
    /** Set for a route by which people sign in, register or set a password without a provider of identities: LOCAL_SIGN_IN closes it. */
    isLocalWay?: boolean;
  }
}

/**
 * Reads the bearer token of every call: of a session, or an API key, which may call what its scopes name. Routes under /api/
 * refuse callers without one, or whose session is over, before they read a body, unless their `config` says `isPublic`.
 */
export function authenticate(app: App, deps: Deps): void {
  const readToken = rememberTokens(deriveKey(deps.secret, 'access-token'));
  const { db } = deps.database;
  app.decorateRequest('caller', null);
  app.decorateRequest('sessionId', null);
  app.decorateRequest('urls', {
    getter() {
      return deps.services.urls.of(sessionOf(this));
    },
  });
  app.addHook('onRequest', async (request) => {
    const [scheme, token = ''] = request.headers.authorization?.split(' ') ?? [];
    const isBearer = scheme?.toLowerCase() === 'bearer' && token !== '';
    const { url = '', config, method } = request.routeOptions;
    if (config.isLocalWay === true && !deps.config.localSignIn)
      throw new AppError({ code: 'not-configured' });
    const isOpen = !url.startsWith('/api/') || url.startsWith('/api/docs') || config.isPublic === true;
    if (isBearer && isApiKey(token)) {
      const key = await readApiKey(db, deps.services.background, token);
      if (key === null && !isOpen) throw new AppError({ code: 'not-authenticated' });
      const scope = scopeOfCall(String(method), url);
      if (key !== null && !isOpen && !key.scopes.some((one) => one === scope))
        throw new AppError({ code: 'api-key-scope', scope });
      request.caller = key?.userId ?? null;
      request.sessionId = key?.keyId ?? null;
      return;
    }
    const caller = isBearer ? await readToken(token, deps.now()) : null;
    request.caller = caller?.userId ?? null;
    request.sessionId = caller?.sessionId ?? null;
    if (isOpen) return;
    if (caller === null || !(await isSessionOpen(db, caller.sessionId))) {
      throw new AppError({ code: 'not-authenticated' });
    }
  });
}

/** The signed-in caller. @throws AppError `not-authenticated`. */
export function callerOf(request: FastifyRequest): UserId {
  if (request.caller === null) throw new AppError({ code: 'not-authenticated' });
  return request.caller;
}

/** The session of the signed-in caller. @throws AppError `not-authenticated`. */
export function sessionOf(request: FastifyRequest): string {
  if (request.sessionId === null) throw new AppError({ code: 'not-authenticated' });
  return request.sessionId;
}

/** The signed-in caller, with their session. @throws AppError `not-authenticated`. */
export function signedIn(request: FastifyRequest): Caller {
  return { userId: callerOf(request), sessionId: sessionOf(request) };
}
