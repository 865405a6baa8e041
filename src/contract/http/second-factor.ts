import { z } from 'zod';
import { text } from '../shapes.ts';
import { FactorCode as Code } from './accounts.ts';

/** Absent in an account without one, where the company's sign-in is the only way in. */
const Password = text(1000).optional();

/** GET me/second-factor/ */
export const FactorBody = z.object({
  is_on: z.boolean(),
  /** The account is of staff, who have to have one here: it is not switched off. */
  is_required: z.boolean(),
  /** Recovery codes that were not used yet. */
  codes_left: z.number().int(),
});
/** POST me/second-factor/begin/ */
export const FactorPasswordBody = z.object({ password: Password });
/** Its answer: the otpauth:// address of the QR code, and the same secret in base32. */
export const FactorSecretBody = z.object({ address: z.string(), secret: z.string() });
/** POST me/second-factor/confirm/ */
export const FactorConfirmBody = z.object({ code: Code });
/** POST me/second-factor/recovery-codes/ and off/ */
export const FactorProofBody = z.object({ password: Password, code: Code });
/** Answer of confirm/ and recovery-codes/: shown once. */
export const RecoveryCodesBody = z.object({ codes: z.array(z.string()) });
/** POST login/second-factor/: `challenge` comes with the failure `second-factor-wanted` of the first step. */
export const SecondStepBody = z.object({ challenge: text(500), code: Code });
export type SecondStepBody = z.infer<typeof SecondStepBody>;
