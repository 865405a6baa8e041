import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { traceRequest } from '../tracing/trace-request.ts';
import { lookupPublic } from './public-addresses.ts';

/** Head of an answer. */
export interface Answer {
  readonly status: number;
  /** The header as it came. */
  readonly retryAfter: string | undefined;
}

/**
 * One POST to an address that a person gave. No redirect is followed, and nothing of the answer is read but its head.
 *
 * @param call.isOwn The configuration names its origin: it may stand in the own network.
 * @throws What the connection or `signal` ends with.
 */
export function postOutside(call: OutsideCall): Promise<Answer> {
  const { peer, url, trace } = call;
  return traceRequest(
    { peer, method: 'POST', url, parent: trace ?? undefined },
    () => post(call),
    ({ status }) => status,
  );
}

interface OutsideCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
  readonly isOwn: boolean;
  readonly signal: AbortSignal;
  /** What it is sent for, and what caused that, see `carryTrace`; null is unknown. */
  readonly peer: 'webhook' | 'push';
  readonly trace: string | null;
}

function post({ url, headers, body, isOwn, signal }: OutsideCall): Promise<Answer> {
  const send = url.startsWith('https:') ? request : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method: 'POST',
      headers: { ...headers },
      signal,
      ...(isOwn ? {} : { lookup: lookupPublic }),
    });
    sent.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.on('error', () => {});
      response.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
