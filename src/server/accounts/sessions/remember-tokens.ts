import { decodeJwt } from 'jose';
import { type Caller, readAccessToken } from './access-token.ts';

/** About 5 MB; ten times the people that a process answers at once. */
const TOKENS_MAX = 10_000;

interface KnownToken {
  readonly caller: Caller;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * Reads bearer tokens as {@link readAccessToken} does, and verifies the signature of each once. Only what was verified is
 * remembered, until it expires. Whether its session goes on is another question, asked with every call.
 */
export function rememberTokens(key: Uint8Array): (token: string, now: Date) => Promise<Caller | null> {
  /** The longest known first. */
  const known = new Map<string, KnownToken>();
  return async (token, now) => {
    const seconds = Math.floor(now.getTime() / 1_000);
    const earlier = known.get(token);
    if (earlier !== undefined && earlier.issuedAt <= seconds && seconds < earlier.expiresAt) {
      return earlier.caller;
    }
    known.delete(token);
    const caller = await readAccessToken(key, token, now);
    if (caller === null) return null;
    const { iat, exp } = decodeJwt(token);
    if (iat === undefined || exp === undefined) return caller;
    known.set(token, { caller, issuedAt: iat, expiresAt: exp });
    const [oldest] = known.size > TOKENS_MAX ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return caller;
  };
}
