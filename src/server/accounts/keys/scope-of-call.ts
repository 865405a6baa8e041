import type { KeyScope } from '../../../contract/http/keys/api-keys.ts';

/** What a key has no business with, whatever it may do: accounts and keys themselves, money, and staff. */
const CLOSED = [
  '/api/users/',
  '/api/staff/',
  '/api/payments/',
  '/api/subscriptions/',
  '/api/notifications/',
  '/api/waitinglist/',
];
/** Of these, what a program needs to know of whom it works for. */
const READ = new Set(['/api/users/me/', '/api/credits/']);
const RENDERS = '/api/render';

/**
 * The scope that a call needs of an API key; null where no key may call.
 *
 * @param url Of the route, with its parameters' names.
 */
export function scopeOfCall(method: string, url: string): KeyScope | null {
  const isReading = method === 'GET' || method === 'HEAD';
  if (isReading && READ.has(url)) return 'read';
  if (CLOSED.some((prefix) => url.startsWith(prefix))) return null;
  if (isReading) return 'read';
  return url.startsWith(RENDERS) ? 'render' : 'write';
}
