import { isFailure } from '../../../contract/failure.ts';
import { useAccount } from '../../core/use-account.ts';
import { useLocalSignIn } from '../../core/use-config.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';

/**
 * How a form makes sure that it is the person: by their password; where the account has none, and the company's sign-in is the only
 * way in or a first one is set, by a sign-in of the last 15 minutes.
 */
export function useProof() {
  const texts = useTexts();
  const { settings } = useLateTexts();
  const hasPassword = useAccount()?.has_password ?? true;
  const canSetPassword = useLocalSignIn();
  return {
    /** Whether the form has a field for the password. */
    asksPassword: hasPassword,
    /** False: a password has to be set first. */
    canProve: hasPassword || !canSetPassword,
    /** What is wrong with the field of the password. */
    check: (password: string): { password?: string } =>
      hasPassword && password === '' ? { password: texts.t.signIn.passwordMissing } : {},
    /** What of the proof is sent along. */
    bodyOf: (password: string): { readonly password?: string } => (hasPassword ? { password } : {}),
    describe: (error: unknown): string =>
      !hasPassword && isFailure(error, 'password-needed') ? settings.proof.old : describeError(texts, error),
  };
}
