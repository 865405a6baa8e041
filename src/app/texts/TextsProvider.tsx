import { type ReactNode, useEffect, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from './choose-language.ts';
import { createTexts, TextsContext } from './use-texts.ts';

/** Gives the whole page one language: our texts, react-aria's own, and the document's `lang`. */
export function TextsProvider({
  language,
  children,
}: {
  readonly language: Language;
  readonly children: ReactNode;
}) {
  const texts = useMemo(() => createTexts(language), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <I18nProvider locale={language === 'es' ? 'es-ES' : 'en-US'}>
      <TextsContext value={texts}>{children}</TextsContext>
    </I18nProvider>
  );
}
