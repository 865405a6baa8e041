import type { AppBase } from '../../core/app.ts';
import { LANGUAGE_KEY } from '../../texts/choose-language.ts';
import { speak } from './change-language.ts';

/** Has this tab speak the language that was chosen in another one. Returns the function that stops. */
export function followLanguage(app: AppBase): () => void {
  return app.outside.onStored(() => {
    const chosen = app.outside.localStorage.getItem(LANGUAGE_KEY);
    if (chosen !== 'en' && chosen !== 'es') return;
    const { language, comingLanguage } = app.state.shell;
    if (chosen !== (comingLanguage ?? language)) void speak(app, chosen);
  });
}
