import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import type { Db, Transaction } from '../../db/database.ts';
import { recoveryCodes } from '../../db/schema/second-factors.ts';
import { hashToken } from '../sessions/refresh-token.ts';

const COUNT = 10;
/** 80 bits: nobody guesses one, so a plain hash keeps it. */
const CODE_BYTES = 10;

/** Gives an account ten new recovery codes in place of those it had. Nobody can read them later. */
export async function renewRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, makeCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashCode(userId, code) })));
  return codes;
}

/** Uses a recovery code up. @returns Whether it was one. */
export async function spendRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const isIt = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashCode(userId, code)));
  const spent = await db.delete(recoveryCodes).where(isIt).returning({ userId: recoveryCodes.userId });
  return spent.length > 0;
}

/** Four groups of four, as `ABCD-EFGH-IJKL-2345`. */
function makeCode(): string {
  const text = new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer }).base32;
  return text.match(/.{4}/g)?.join('-') ?? text;
}

/** Spaces, dashes and case do not count. */
function hashCode(userId: number, code: string): string {
  return hashToken(`${userId} ${code.replace(/[\s-]/g, '').toUpperCase()}`);
}
