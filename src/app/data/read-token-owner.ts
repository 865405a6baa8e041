import { z } from 'zod';

const Claims = z.object({ sub: z.coerce.number().int().positive() });

/**
 * Whose access token it is. The server alone checks it; the page asks so that the tabs of a browser never mix two people.
 *
 * @returns The user's id; undefined where the token does not say.
 */
export function readTokenOwner(token: string): number | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return Claims.parse(JSON.parse(text)).sub;
  } catch {
    return undefined;
  }
}
