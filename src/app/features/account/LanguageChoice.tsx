import { useSnapshot } from 'valtio';
import { useAppBase } from '../../core/use-app.ts';
import type { Language } from '../../texts/choose-language.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Segments } from '../../ui/Segments.tsx';
import { changeLanguage } from './change-language.ts';

/** The language of the page; each is called by its own name. */
export function LanguageChoice() {
  const app = useAppBase();
  const { signIn } = useTexts().t;
  const { language } = useSnapshot(app.state.shell);
  return (
    <Segments<Language>
      label={signIn.language}
      options={[
        { value: 'en', label: signIn.languages.en },
        { value: 'es', label: signIn.languages.es },
      ]}
      value={language}
      onChange={(next) => void changeLanguage(app, next)}
    />
  );
}
