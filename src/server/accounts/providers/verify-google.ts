import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { tracedFetch } from '../../tracing/trace-request.ts';
import type { Vouched } from './vouched.ts';

/** Checks an ID token. @throws AppError `google-refused`, also when Google cannot be reached. */
export type VerifyGoogle = (credential: string, nonce: string) => Promise<Vouched>;

/** As `identities` name it, with and without the scheme and whatever stands in for it in tests. */
const GOOGLE = 'https://accounts.google.com';

const PATIENCE_MS = 5_000;
/** Between Google's clock and ours. */
const CLOCK_TOLERANCE_SECONDS = 60;

const Discovery = z.object({ jwks_uri: z.url({ protocol: /^https?$/ }) });
const Claims = z.object({
  sub: z.string().min(1).max(255),
  aud: z.string(),
  email: z.email().max(254),
  email_verified: z.literal(true),
  nonce: z.string(),
  name: z.string().trim().min(1).optional(),
});

/** Keys are fetched at the first sign-in, and again for a key that is not known yet; the route's limit bounds that. */
export function createGoogleVerifier(
  { clientId, issuer }: NonNullable<Config['google']>,
  { now, logger }: Pick<Deps, 'now' | 'logger'>,
): VerifyGoogle {
  const ask = tracedFetch('google');
  let keys: Promise<JWTVerifyGetKey> | null = null;
  const findKeys = async (): Promise<JWTVerifyGetKey> => {
    const answer = await ask(`${issuer}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new Error(`discovery answered ${answer.status}`);
    const { jwks_uri } = Discovery.parse(await answer.json());
    return createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: PATIENCE_MS,
      cooldownDuration: 0,
      [customFetch]: ask,
    });
  };

  return async (credential, nonce) => {
    try {
      keys ??= findKeys();
      const { payload } = await jwtVerify(
        credential,
        await keys.catch((error: unknown) => {
          keys = null;
          throw error;
        }),
        {
          algorithms: ['RS256'],
          // Google writes its name with and without the scheme.
          issuer: [issuer, issuer.replace(/^https:\/\//, '')],
          audience: clientId,
          requiredClaims: ['exp', 'iat'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: now(),
        },
      );
      const claims = Claims.parse(payload);
      if (claims.nonce !== nonce) throw new Error('the nonce is of another page');
      const { sub: subject, email, name = email.split('@')[0] ?? email } = claims;
      return { issuer: GOOGLE, subject, email, name: fitText(name, 150), isStaff: null };
    } catch (cause) {
      logger.warn({ reason: cause instanceof Error ? cause.message : String(cause) }, 'google refused');
      throw new AppError({ code: 'google-refused', reason: 'token' }, { cause });
    }
  };
}
