import type { AccountLanguage } from '../../contract/http/accounts.ts';

/**
 * Language of what the server writes into a new account.
 *
 * @param asked By the page; it wins.
 * @param accepted The request's Accept-Language: the first of ours in its order of preference (RFC 9110, 12.5.4).
 */
export function chooseLanguage(
  asked: AccountLanguage | undefined,
  accepted: string | undefined,
): AccountLanguage {
  if (asked !== undefined) return asked;
  const wanted = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return { language: tag.trim().split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const found = wanted.find(({ language }) => language === 'en' || language === 'es');
  return found?.language === 'es' ? 'es' : 'en';
}
