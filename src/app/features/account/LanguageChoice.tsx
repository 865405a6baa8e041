import { useSnapshot } from 'valtio';
import { useAppBase } from '../../core/use-app.ts';
import type { Language } from '../../texts/choose-language.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Segments } from '../../ui/Segments.tsx';
import { changeLanguage } from './change-language.ts';

/** The language of the page; each is called by its own name. */
export function LanguageChoice() {
  const app = useAppBase();
  const { settings } = useLateTexts();
  const { language } = useSnapshot(app.state.shell);
  return (
    <Segments<Language>
      label={settings.language}
      options={[
        { value: 'en', label: settings.languages.en },
        { value: 'es', label: settings.languages.es },
      ]}
      value={language}
      onChange={(next) => void changeLanguage(app, next)}
    />
  );
}
