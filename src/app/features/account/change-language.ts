import { UserBody } from '../../../contract/http/accounts.ts';
import type { AppBase } from '../../core/app.ts';
import { LANGUAGE_KEY, type Language } from '../../texts/choose-language.ts';
import { loadLateTexts, loadTexts } from '../../texts/load-texts.ts';

/** Speaks another language from now on, in every tab of this browser, and in what the server writes to this person. */
export async function changeLanguage(app: AppBase, next: Language): Promise<void> {
  if (!(await speak(app, next))) return;
  app.outside.localStorage.setItem(LANGUAGE_KEY, next);
  if (app.state.account.status === 'signed-in') await tellLanguage(app);
}

/**
 * Has the server write to the person who is signed in as this device speaks; where nobody has chosen a language on it, the
 * account's stays. What cannot be told is told with the next change or sign-in.
 */
export async function tellLanguage(app: AppBase): Promise<void> {
  const language = app.outside.localStorage.getItem(LANGUAGE_KEY);
  if (language === null) return;
  // Mails in the other language are no reason for a word now.
  await app.server
    .call('/api/users/me/', UserBody, { method: 'PATCH', body: { language } })
    .catch(() => undefined);
}

/**
 * Has this tab speak another language. Of several that are asked for while their texts come, the last one is spoken.
 *
 * @returns False where its texts cannot be had, which is said, and where another was asked for meanwhile.
 */
export async function speak(app: AppBase, next: Language): Promise<boolean> {
  const { shell } = app.state;
  shell.comingLanguage = next;
  try {
    // What the studio says comes with it where that is on the page, and for whoever signs in here later.
    await Promise.all([loadTexts(next), loadLateTexts(next)]);
  } catch (cause) {
    if (shell.comingLanguage !== next) return false;
    shell.comingLanguage = null;
    app.toasts.show('error', app.texts().t.ui.partFailed, { area: 'page', cause });
    return false;
  }
  if (shell.comingLanguage !== next) return false;
  shell.comingLanguage = null;
  shell.language = next;
  app.toasts.hush();
  return true;
}
