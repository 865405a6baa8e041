import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { isAbort } from '../../contract/failure.ts';
import { ErrorBody } from '../../contract/http/instance.ts';
import type { Reporter } from '../output/reporter.ts';
import { type Answer, askWhole, readJson } from './ask-whole.ts';
import type { ServerChoice } from './read-server.ts';
import { RemoteError } from './remote-error.ts';

/** Whoever is asked to wait longer is told so. */
const LONGEST_WAIT_S = 60;
/** A server that is started anew is back long before. */
const LONGEST_OUTAGE_MS = 300_000;
/** The same of what only a proxy answers for, before any call reached a server: there may be none. */
const LONGEST_FIRST_OUTAGE_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
/** So long a call waits for an earlier sending of itself, such as an order whose pictures are still being read. */
const LONGEST_IN_FLIGHT_MS = 300_000;
/** So often one call waits for a limit, or is sent again after a connection that broke before anything was answered. */
const TRIES = 5;

/** This machine, by the names that nothing leaves it by. */
const IS_HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** What a call says. */
export interface RemoteCall {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: FormData | object;
  /** Of a write: sent again under it, it has its effect once. */
  readonly idempotencyKey?: string;
}

/** The API of a server, called with a key. */
export interface Remote {
  /** When it was first called, by its own clock. */
  began(): Date;
  /** @throws RemoteError with the server's sentence. */
  call<Shape extends z.ZodType>(path: string, shape: Shape, call?: RemoteCall): Promise<z.infer<Shape>>;
  /** @param address Signed, as an answer has it. */
  fetchFile(address: string): Promise<Uint8Array>;
}

/**
 * @param outside.signal Ends what is under way.
 * @param outside.firstPauseMs Until a server that is away, or busy with the same call, is asked again; longer each time.
 */
export function openRemote(
  { url, key }: ServerChoice,
  {
    tell,
    signal,
    firstPauseMs = 1_000,
  }: { readonly tell: Reporter; readonly signal: AbortSignal; readonly firstPauseMs?: number },
): Remote {
  let began: Date | null = null;
  const { origin, protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !IS_HERE.test(hostname)) {
    tell.warn(`The API key goes to ${origin} for everybody on the way to read: use https.`);
  }

  async function send(address: string, init: RequestInit, sentBytes: number): Promise<Answer> {
    const tellAway = () => tell.warn(`${origin} cannot be reached just now: it is waited for.`);
    const waitForReturn = createWaiting(tellAway, signal, firstPauseMs);
    const waitForItself = createWaiting(() => {}, signal, firstPauseMs);
    for (let tries = TRIES; ; ) {
      let answer: Answer;
      try {
        answer = await askWhole(address, { ...init, redirect: 'error' }, sentBytes, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (began !== null && (await waitForReturn(LONGEST_OUTAGE_MS))) continue;
        if (began === null && tries > 1 && isBroken(error)) {
          tries -= 1;
          await sleep(1_000, undefined, { signal });
          continue;
        }
        throw new RemoteError('server-unreachable', `${origin} cannot be reached: ${reasonOf(error)}.`);
      }
      if (answer.ok) {
        began ??= timeOf(answer);
        return answer;
      }
      const { code, sentence } = readRefusal(answer, origin);
      // It starts, or has lost its database; what only a proxy says may have no server behind it.
      const isUnready = code === 'server-unready';
      if (isUnready) began ??= timeOf(answer);
      const isAway = isUnready || (code === 'http-error' && answer.status >= 502 && answer.status <= 504);
      const longestMs = began === null ? LONGEST_FIRST_OUTAGE_MS : LONGEST_OUTAGE_MS;
      if (isAway && (await waitForReturn(longestMs))) continue;
      began ??= timeOf(answer);
      const wait = Number(answer.headers.get('retry-after'));
      if (code === 'idempotency-in-flight' && (await waitForItself(LONGEST_IN_FLIGHT_MS))) continue;
      if (answer.status !== 429 || !(wait > 0 && wait <= LONGEST_WAIT_S) || tries === 1)
        throw new RemoteError(isAway ? 'server-unreachable' : code, sentence);
      tries -= 1;
      tell.warn(`${origin} asks to wait ${wait} s.`);
      await sleep(wait * 1_000, undefined, { signal });
    }
  }

  return {
    began: () => began ?? new Date(),
    async call(path, shape, { method = 'GET', body, idempotencyKey } = {}) {
      const headers: Record<string, string> = { authorization: `Bearer ${key}` };
      if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
      const isForm = body instanceof FormData;
      if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
      const init = {
        method,
        headers,
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      };
      const answer = await send(`${url}${path}`, init, sizeOf(init.body));
      const parsed = shape.safeParse(readJson(answer));
      if (parsed.success) return parsed.data;
      throw new RemoteError(
        'response-unexpected',
        `What answers at ${origin} is not a Vitrine of this version.`,
      );
    },
    async fetchFile(address) {
      const { href } = new URL(address, `${url}/`);
      const bytes = await readDirect(href, signal).catch(() => null);
      signal.throwIfAborted();
      if (bytes !== null) return bytes;
      return (await send(href, {}, 0)).bytes;
    },
  };
}

/**
 * A file from the store where it lies, if the server leads there. The key does not go with it: the address is the permission.
 *
 * @returns Null where it was refused.
 */
async function readDirect(address: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const url = new URL(address);
  url.searchParams.set('direct', 'true');
  const { ok, bytes } = await askWhole(url.href, {}, 0, signal);
  return ok ? bytes : null;
}

/**
 * Waits for what passes by itself, such as a server that is started anew: longer each time.
 *
 * @param begin Hears when it is waited for first.
 * @returns Function that resolves when it may be asked again; to false once that has taken longer than it is told.
 */
function createWaiting(
  begin: () => void,
  signal: AbortSignal,
  firstPauseMs: number,
): (longestMs: number) => Promise<boolean> {
  let since: number | null = null;
  let pauseMs = firstPauseMs;
  return async (longestMs) => {
    if (since === null) begin();
    since ??= performance.now();
    if (performance.now() - since > longestMs) return false;
    await sleep(pauseMs, undefined, { signal });
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    return true;
  };
}

function timeOf(answer: Answer): Date {
  const at = answer.headers.get('date');
  return at === null ? new Date() : new Date(at);
}

function sizeOf(body: FormData | string | null): number {
  const pieces = body instanceof FormData ? [...body.values()] : [body ?? ''];
  return pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : piece.size), 0);
}

function readRefusal(answer: Answer, origin: string): { code: string; sentence: string } {
  const body = ErrorBody.safeParse(readJson(answer));
  if (!body.success)
    return { code: 'http-error', sentence: `${origin} answers with status ${answer.status}.` };
  const { code, error, fields, request_id: number } = body.data;
  const named =
    fields === undefined
      ? ''
      : ` ${Object.entries(fields)
          .map((pair) => pair.join(' '))
          .join('; ')}.`;
  if (code === 'not-authenticated') {
    return {
      code,
      sentence: `${origin} does not know this API key: it was revoked, has ended, or is of another server.`,
    };
  }
  const asked = number === undefined ? '' : ` Its log tells more of call ${number}.`;
  return { code, sentence: `${error}${named}${asked}` };
}

/** A connection that broke off, of which nobody knows what it did: a write has its key. */
function isBroken(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return !isAbort(error) && cause?.code !== 'ECONNREFUSED' && cause?.code !== 'ENOTFOUND';
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
