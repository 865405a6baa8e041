import type { z } from 'zod';
import {
  LOST_REVISIONS_HEADER,
  PROJECT_MEANT_HEADER,
  PROJECT_REVISION_HEADER,
} from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { Outside, UploadProgress } from '../browser/outside.ts';
import type { Language } from '../texts/choose-language.ts';
import type { Reachability } from './reachability.ts';
import { readFailure } from './read-failure.ts';
import { readForeignFailure } from './read-foreign-failure.ts';
import type { Session } from './session.ts';

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, a FormData as it is. */
  readonly body?: unknown;
  /** Told while the body leaves; with it a call that stands still ends as `server-unreachable`. */
  readonly onProgress?: UploadProgress;
  /** Idempotency-Key; a write without one gets a fresh one, so that the browser's own repeat is harmless. */
  readonly key?: string;
  /** Project that it is about, see `PROJECT_MEANT_HEADER`: of one that this device has under another number by now. */
  readonly meant?: string;
  /** Works without a token, and does not end the session on 401: sign-in, health, configuration. */
  readonly isPublic?: boolean;
  /** The answer holds words, and in this language: by default in the browser's. */
  readonly language?: Language;
  /** Auth calls carry no Idempotency-Key (L2). */
  readonly isAuth?: boolean;
}

/** A body, and what stands beside it. */
interface RevisedAnswer<T> {
  readonly body: T;
  /** That a write of a part of a project made of it; null when the answer says none. */
  readonly revision: number | null;
  /** When it was given by the server's clock, milliseconds since the epoch in whole seconds; null where the browser does not tell. */
  readonly answeredAt: number | null;
}

/** The HTTP side, typed at the edge: what does not match the contract is `response-unexpected`, never half data. */
export interface ServerClient {
  /**
   * One call. A 401 renews the session once and repeats; a second one ends it.
   *
   * @throws AppError the server's failure; `not-authenticated` without a token (nothing is sent), `server-unreachable`,
   *   `response-unexpected`.
   */
  call<T>(path: string, shape: z.ZodType<T>, options?: CallOptions, signal?: AbortSignal): Promise<T>;
  /** As {@link call}, with what else the answer says. */
  callRevised<T>(
    path: string,
    shape: z.ZodType<T>,
    options?: CallOptions,
    signal?: AbortSignal,
  ): Promise<RevisedAnswer<T>>;
  /**
   * A file of ours by its signed address. For one that has ended the page asks again, once. Where the server offers it, a large
   * one comes straight from the store where it lies, compared with its hash; from there it comes by itself or not at all.
   *
   * @param isKept The caller keeps it on this device: the browser and the service worker need not.
   * @throws AppError as {@link call}, also when it breaks off half-way; `http-error`.
   */
  file(address: string, signal?: AbortSignal, isKept?: boolean): Promise<Blob>;
  /** Absolute `ws:` address of a path. */
  socketAddress(path: string): string;
}

export function createServerClient(
  outside: Outside,
  session: Session,
  reachability: Reachability,
  /** See `renew-address.ts`. */
  renewAddress: (address: string) => Promise<string | null>,
  /** Whether the instance leads to the store of large files: `direct_files` of its configuration. */
  hasDirectFiles: () => boolean,
  /** Which project a call is about, see `project-meant.ts`; null for none. */
  projectMeant: (path: string, body: unknown) => Promise<string | null> | null,
): ServerClient {
  /** The store cannot be read from this page, while the server can. */
  let isStoreAway = false;
  const fetchOnce = async (
    address: string,
    init: RequestInit,
    of: 'call' | 'file',
    onProgress?: UploadProgress,
  ): Promise<Response> => {
    try {
      const response =
        onProgress === undefined
          ? await outside.fetch(address, init)
          : await (await import('../browser/watch-upload.ts')).watchUpload(
              outside.upload,
              address,
              init,
              onProgress,
            );
      if (isOurs(response)) reachability.noteAnswer();
      return response;
    } catch (error) {
      throw lost(error, init.signal, of);
    }
  };
  /** A cancelled call stays a cancelled call; any other has lost its way. */
  const lost = (error: unknown, signal: AbortSignal | null | undefined, of: 'call' | 'file'): unknown => {
    if (signal?.aborted === true) return signal.reason;
    reachability.noteFailure(of);
    return new AppError({ code: 'server-unreachable' }, { cause: error });
  };
  const renew = async (stale: string | null): Promise<string | null> => {
    try {
      return await session.renew(stale);
    } catch (error) {
      reachability.noteFailure();
      throw new AppError({ code: 'server-unreachable' }, { cause: error });
    }
  };
  const send = async (
    path: string,
    options: CallOptions,
    key: string,
    token: string | null,
    signal?: AbortSignal,
  ): Promise<Response> => {
    const method = options.method ?? 'GET';
    const headers: Record<string, string> = { accept: 'application/json' };
    if (options.language !== undefined) headers['accept-language'] = options.language;
    if (token !== null) {
      headers.authorization = `Bearer ${token}`;
      headers[LOST_REVISIONS_HEADER] = '1';
    }
    if (method !== 'GET' && options.isAuth !== true) headers['idempotency-key'] = key;
    const looked = token === null ? null : (options.meant ?? projectMeant(path, options.body));
    const meant = looked && (await looked);
    if (meant !== null) headers[PROJECT_MEANT_HEADER] = meant;
    const init: RequestInit = { method, headers, credentials: 'include' };
    if (signal !== undefined) init.signal = signal;
    if (options.body instanceof FormData) init.body = options.body;
    else if (options.body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(options.body);
    }
    return fetchOnce(`${outside.apiBase}${path}`, init, 'call', options.onProgress);
  };
  const newKey = (options: CallOptions): string => options.key ?? outside.randomUuid();
  /** Sends with the token of this page's person; a 401 renews it once. */
  const sendSigned = async (path: string, options: CallOptions, signal: AbortSignal): Promise<Response> => {
    const key = newKey(options);
    const token = session.token();
    if (token === null) throw new AppError({ code: 'not-authenticated' });
    const response = await send(path, options, key, token, signal);
    if (response.status !== 401 || !isOurs(response)) return response;
    const next = await renew(token);
    signal.throwIfAborted();
    if (next !== null) return send(path, options, key, next, signal);
    session.clear();
    reachability.noteSignedOut(true);
    throw new AppError({ code: 'not-authenticated' });
  };
  const read = async <T>(
    response: Response,
    shape: z.ZodType<T>,
    signal: AbortSignal | undefined,
  ): Promise<RevisedAnswer<T>> => {
    if (!response.ok) {
      const failure = await readFailure(response);
      if (failure.code === 'server-unreachable') reachability.noteFailure();
      throw new AppError(failure);
    }
    // The page of whoever stands between: a network that wants a sign-in of its own, for one.
    if (response.status !== 204 && !isOurs(response)) {
      reachability.noteFailure();
      throw new AppError({ code: 'server-unreachable' });
    }
    const json = response.status === 204 ? null : await readJson(response);
    signal?.throwIfAborted();
    const body = shape.safeParse(json);
    if (!body.success) throw new AppError({ code: 'response-unexpected' }, { cause: body.error });
    const revision = Number(response.headers.get(PROJECT_REVISION_HEADER) ?? Number.NaN);
    return {
      body: body.data,
      revision: Number.isInteger(revision) ? revision : null,
      answeredAt: Date.parse(response.headers.get('date') ?? '') || null,
    };
  };
  /** @returns Null for what is not as its name says, or is refused. @throws Whatever kept it. */
  const readDirect = async (address: string, init: RequestInit): Promise<Blob | null> => {
    const url = new URL(address, outside.apiBase || outside.origin);
    url.searchParams.set('direct', 'true');
    const response = await outside.fetch(url.href, init);
    if (!response.ok) return null;
    const file = await response.blob();
    if (!response.redirected) return file;
    const hash = await outside.workers.compute(init.signal ?? undefined).hashFile(file);
    return url.pathname.endsWith(hash) ? file : null;
  };
  const client: ServerClient = {
    async call(path, shape, options, signal) {
      return (await client.callRevised(path, shape, options, signal)).body;
    },
    async callRevised(path, shape, options = {}, signal) {
      if (options.isPublic === true) {
        const response = await send(path, options, newKey(options), session.token(), signal);
        // Of whoever signs in it says enough, and ends nothing.
        if (response.status === 401 && !isOurs(response)) throw new AppError({ code: 'not-authenticated' });
        return read(response, shape, signal);
      }
      const gone = session.signal();
      const either = eitherOf(gone, signal);
      try {
        return await read(await sendSigned(path, options, either.signal), shape, either.signal);
      } catch (error) {
        // Whoever asked is gone: the answer is for nobody, least of all for whoever came since then.
        if (gone.aborted && signal?.aborted !== true)
          throw new AppError({ code: 'not-authenticated' }, { cause: error });
        throw error;
      } finally {
        either.end();
      }
    },
    async file(address, signal, isKept) {
      const init: RequestInit = { ...(signal && { signal }), ...(isKept === true && { cache: 'no-store' }) };
      const isDirect = hasDirectFiles() && !isStoreAway;
      if (isDirect) {
        const file = await readDirect(address, init).catch(() => null);
        if (file !== null) return file;
        signal?.throwIfAborted();
      }
      const fetchFile = (from: string): Promise<Response> =>
        fetchOnce(new URL(from, outside.apiBase || outside.origin).href, init, 'file');
      let response = await fetchFile(address);
      if (response.status === 404 && isOurs(response)) {
        const fresh = await renewAddress(address);
        signal?.throwIfAborted();
        if (fresh !== null) response = await fetchFile(fresh);
      }
      if (!response.ok) {
        const read = isOurs(response) ? readFailure : readForeignFailure;
        throw new AppError(await read(response));
      }
      isStoreAway ||= isDirect;
      try {
        return await response.blob();
      } catch (error) {
        throw lost(error, signal, 'file');
      }
    },
    socketAddress(path) {
      const address = new URL(path, outside.apiBase || outside.origin);
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
      return address.href;
    },
  };
  return client;
}

/** Aborts with whichever aborts first, until `end`. `AbortSignal.any` is missing before Safari 17.4. */
function eitherOf(...signals: readonly (AbortSignal | undefined)[]) {
  const either = new AbortController();
  const end = new AbortController();
  for (const signal of signals) {
    const abort = (): void => either.abort(signal?.reason);
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { once: true, signal: end.signal });
  }
  return { signal: either.signal, end: () => end.abort() };
}

/** A gateway's or captive portal's page proves nothing about our server. */
function isOurs(response: Response): boolean {
  return response.headers.get('content-type')?.includes('application/json') === true;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
