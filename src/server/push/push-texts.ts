import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { PushMessage } from '../../contract/http/notices.ts';

/** @param pictures How many were finished. */
type Title = (pictures: number) => string;

/** What a device shows, by the language of the account. */
const TITLES: Readonly<Record<AccountLanguage, Readonly<Record<PushMessage['kind'], Title>>>> = {
  en: {
    finished: (pictures) => (pictures === 1 ? 'Your picture is ready' : `${pictures} pictures are ready`),
    failed: () => 'A picture could not be made',
  },
  es: {
    finished: (pictures) => (pictures === 1 ? 'Tu imagen está lista' : `${pictures} imágenes están listas`),
    failed: () => 'No se ha podido crear una imagen',
  },
};

export function pushTitle(language: AccountLanguage, kind: PushMessage['kind'], pictures: number): string {
  return TITLES[language][kind](pictures);
}
