import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../contract/failure.ts';
import type { Config } from '../../config.ts';
import type { RelyingParty } from './verify-passkey.ts';

/**
 * Whom passkeys are for: PUBLIC_URL where that is set, else the name by which the page was opened.
 *
 * @throws AppError `not-configured` where that is an address in numbers, which no passkey can be for.
 */
export function relyingParty(
  { allowedHosts, publicUrl }: Pick<Config, 'allowedHosts' | 'publicUrl'>,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): RelyingParty {
  const address = allowedHosts === null ? `${request.protocol}://${request.host}` : publicUrl;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === '' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new AppError({ code: 'not-configured' });
  }
  return { id: url.hostname, origin: url.origin };
}
