import { jwtVerify, SignJWT } from 'jose';
import { UserId } from '../../contract/ids.ts';

/** Short, since a token cannot be taken back; the app refreshes it silently. */
const LIFETIME_SECONDS = 600;
const ISSUER = 'vitrine';
const AUDIENCE = 'vitrine-api';

/** A bearer token for one account, valid for 10 minutes (JWT, HS256, RFC 9068 type). */
export async function issueAccessToken(key: Uint8Array, userId: UserId, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(key);
}

/** Whose token it is; null when it is forged, expired or of another kind. */
export async function readAccessToken(key: Uint8Array, token: string, now: Date): Promise<UserId | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: LIFETIME_SECONDS,
      currentDate: now,
    });
    return UserId.parse(Number(payload.sub));
  } catch {
    return null;
  }
}
