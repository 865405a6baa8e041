import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { UserId } from '../../../contract/ids.ts';

/** Short, since it is a bearer's; the app refreshes it silently. Its session ends it earlier, see `is-session-open.ts`. */
const LIFETIME_SECONDS = 600;
const ISSUER = 'vitrine';
const AUDIENCE = 'vitrine-api';

/** Who calls, and with which of their sessions. */
export interface Caller {
  readonly userId: UserId;
  readonly sessionId: string;
}

const Claims = z.object({ sub: z.coerce.number().pipe(UserId), sid: z.uuid() });

/** A bearer token for one session of an account, valid for 10 minutes (JWT, HS256, RFC 9068 type). */
export async function issueAccessToken(
  key: Uint8Array,
  { userId, sessionId }: Caller,
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(key);
}

/** Whose token it is; null when it is forged, expired or of another kind. */
export async function readAccessToken(key: Uint8Array, token: string, now: Date): Promise<Caller | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      maxTokenAge: LIFETIME_SECONDS,
      currentDate: now,
    });
    const { sub, sid } = Claims.parse(payload);
    return { userId: sub, sessionId: sid };
  } catch {
    return null;
  }
}
