import { UserBody } from '../../../contract/http/accounts.ts';
import type { AppBase } from '../../core/app.ts';
import { LANGUAGE_KEY, type Language } from '../../texts/choose-language.ts';
import { loadLateTexts, loadTexts } from '../../texts/load-texts.ts';

/** Speaks another language from now on, in every tab of this browser, and in what the server writes to this person. */
export async function changeLanguage(app: AppBase, next: Language): Promise<void> {
  if (!(await speak(app, next))) return;
  app.outside.localStorage.setItem(LANGUAGE_KEY, next);
  if (app.state.account.status !== 'signed-in') return;
  // Mails in the other language are no reason for a word now: it is told again with the next change.
  await app.server
    .call('/api/users/me/', UserBody, { method: 'PATCH', body: { language: next } })
    .catch(() => undefined);
}

/** Has this tab speak another language. False where its texts cannot be had, which is said. */
export async function speak(app: AppBase, next: Language): Promise<boolean> {
  try {
    // What the studio says comes with it where that is on the page, and for whoever signs in here later.
    await Promise.all([loadTexts(next), loadLateTexts(next)]);
  } catch (cause) {
    app.toasts.show('error', app.texts().t.ui.partFailed, { area: 'page', cause });
    return false;
  }
  app.state.shell.language = next;
  app.toasts.hush();
  return true;
}
