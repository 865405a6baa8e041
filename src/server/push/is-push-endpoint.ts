import { isOutsideUrl } from '../outside/public-addresses.ts';

/**
 * Whether an address, which comes from a browser, can be that of a push service.
 *
 * @param own Origins that PUSH_SERVICES names.
 */
export function isPushEndpoint(endpoint: string, own: readonly string[]): boolean {
  if (!isOutsideUrl(endpoint, own)) return false;
  const { origin, port } = new URL(endpoint);
  return port === '' || own.includes(origin);
}
