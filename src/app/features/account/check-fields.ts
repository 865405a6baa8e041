import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../contract/constants.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** True for what looks like a whole e-mail address; the server has the last word. */
export function isEmail(text: string): boolean {
  return /^\S+@\S+\.\S+$/.test(text.trim());
}

/** Why a new password cannot be taken, in a sentence; null when the server may see it (L12). */
export function refusePassword(texts: Texts, password: string): string | null {
  if (password.length < PASSWORD_MIN_LENGTH) {
    return texts.failures['password-weak']({ code: 'password-weak', reason: 'short' });
  }
  if (password.length > PASSWORD_MAX_LENGTH) {
    return texts.failures['password-weak']({ code: 'password-weak', reason: 'long' });
  }
  return null;
}
