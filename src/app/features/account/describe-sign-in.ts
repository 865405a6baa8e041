import { AppError, type FailureCode } from '../../../contract/failure.ts';
import { describeError } from '../../texts/describe-failure.ts';
import type { Texts } from '../../texts/use-texts.ts';
import type { Credentials } from './sign-in.ts';

/** Refusals of a server, or of something before it, that did not say why. */
const UNSAID = new Set<FailureCode>(['not-authenticated', 'forbidden', 'not-found', 'http-error']);

/** Why somebody did not get in: what the server said, else what S1 8 says for want of it. */
export function describeSignIn(texts: Texts, kind: Credentials['kind'], error: unknown): string {
  const { signIn } = texts.t;
  const code = error instanceof AppError ? error.failure.code : null;
  if (code === 'response-unexpected') return signIn.answerMalformed;
  const isOurFault = code === null || code === 'server-failed';
  if (kind === 'register' && (isOurFault || UNSAID.has(code))) return signIn.registerFailed;
  if (kind === 'google' && (isOurFault || UNSAID.has(code))) return signIn.googleFailed;
  if (kind === 'login' && code !== null && UNSAID.has(code)) return signIn.loginFailed;
  return describeError(texts, error);
}
