import { useSnapshot } from 'valtio';
import type { Language } from '../../texts/choose-language.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useApp } from '../../use-app.ts';
import { changeLanguage } from './change-language.ts';

/** The language of the page; each is called by its own name. */
export function LanguageChoice() {
  const app = useApp();
  const { t } = useTexts();
  const { language } = useSnapshot(app.state.shell);
  return (
    <Segments<Language>
      label={t.account.language}
      options={[
        { value: 'en', label: t.account.english },
        { value: 'es', label: t.account.spanish },
      ]}
      value={language}
      onChange={(next) => void changeLanguage(app, next)}
    />
  );
}
