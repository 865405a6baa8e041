import { type ReactNode, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from './choose-language.ts';
import { textsOf } from './load-texts.ts';
import { TextsContext } from './use-texts.ts';

/** Gives the whole page one language: our texts, react-aria's own, and the document's `lang`. */
export function TextsProvider({
  language,
  children,
}: {
  readonly language: Language;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const texts = textsOf(language);
  return (
    <I18nProvider locale={texts.format.locale}>
      <TextsContext value={texts}>{children}</TextsContext>
    </I18nProvider>
  );
}
