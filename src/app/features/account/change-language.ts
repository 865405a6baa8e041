import { UserBody } from '../../../contract/http/accounts.ts';
import type { AppBase } from '../../core/app.ts';
import { LANGUAGE_KEY, type Language } from '../../texts/choose-language.ts';
import { loadLateTexts, loadTexts } from '../../texts/load-texts.ts';

/** Speaks another language from now on, here and in what the server writes to this person. */
export async function changeLanguage(app: AppBase, next: Language): Promise<void> {
  try {
    // What the studio says comes with it where that is on the page, and for whoever signs in here later.
    await Promise.all([loadTexts(next), loadLateTexts(next)]);
  } catch (cause) {
    app.toasts.show('error', app.texts().t.ui.partFailed, { area: 'page', cause });
    return;
  }
  app.outside.localStorage.setItem(LANGUAGE_KEY, next);
  app.state.shell.language = next;
  app.toasts.hush();
  if (app.state.account.status !== 'signed-in') return;
  // Mails in the other language are no reason for a word now: it is told again with the next change.
  await app.server
    .call('/api/users/me/', UserBody, { method: 'PATCH', body: { language: next } })
    .catch(() => undefined);
}
