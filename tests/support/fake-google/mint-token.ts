import { createSecretKey } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { Switches } from './switches.ts';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** The keys that tokens are signed with: those before stay known, as Google's do. */
export interface Keys {
  /** Signs with another key from now on. */
  rotate(): Promise<void>;
  publicKeys(): Promise<JWK[]>;
  mint(token: TokenWish): Promise<string>;
}

interface TokenWish {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  readonly user: Switches['user'];
  readonly fault: Switches['fault'];
}

const HOUR_SECONDS = 3_600;

export async function createKeys(): Promise<Keys> {
  const pairs: KeyPair[] = [];
  const make = () => generateKeyPair('RS256', { extractable: true });
  const rotate = async () => void pairs.unshift(await make());
  const describe = async (pair: KeyPair, index: number): Promise<JWK> => ({
    ...(await exportJWK(pair.publicKey)),
    kid: `key-${pairs.length - index}`,
    use: 'sig',
    alg: 'RS256',
  });
  await rotate();
  return {
    rotate,
    publicKeys: () => Promise.all(pairs.map(describe)),
    async mint(wish) {
      const kid = `key-${pairs.length}`;
      const pair = wish.fault === 'foreign-key' ? await make() : pairs[0]!;
      const claims = claimsOf(wish);
      if (wish.fault === 'alg-none') return unsigned(claims, kid);
      if (wish.fault === 'hs256-public-key') {
        // The trick against libraries that take whatever algorithm a token names.
        const secret = createSecretKey(Buffer.from(await exportSPKI(pair.publicKey)));
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid, typ: 'JWT' }).sign(secret);
      }
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(pair.privateKey);
    },
  };
}

function claimsOf({ issuer, clientId, nonce, user, fault }: TokenWish): Record<string, unknown> {
  const seconds = Math.floor(Date.now() / 1000) - (fault === 'expired' ? 2 * HOUR_SECONDS : 0);
  return {
    iss: fault === 'issuer' ? 'https://accounts.example.com' : issuer,
    aud: fault === 'audience' ? 'another-client' : clientId,
    azp: clientId,
    ...user,
    email_verified: fault !== 'unverified',
    ...(fault === 'no-nonce' ? {} : { nonce: fault === 'nonce' ? 'of another page' : nonce }),
    iat: seconds,
    exp: seconds + HOUR_SECONDS,
  };
}

function unsigned(claims: Record<string, unknown>, kid: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', kid, typ: 'JWT' })}.${part(claims)}.`;
}
