import type { Page } from 'playwright';
import { en } from '../../src/app/texts/en/common.ts';
import { es } from '../../src/app/texts/es/common.ts';
import { LATE_TEXTS } from '../../tests/support/late-texts.ts';

const ENGLISH = { ...en, ...LATE_TEXTS.en };
const SPANISH = { ...es, ...LATE_TEXTS.es };
const SENTENCES = { en: listSentences(ENGLISH, SPANISH), es: listSentences(SPANISH, ENGLISH) };

/** Every text of the app, early and late, by language. */
export const TEXTS = { en: ENGLISH, es: SPANISH };

/** Sentences of the other language that a person sees or hears now; none where one language is spoken. */
export async function listForeign(page: Page, language: 'en' | 'es'): Promise<string[]> {
  const seen = await readPage(page);
  return SENTENCES[language === 'en' ? 'es' : 'en'].filter((sentence) => seen.includes(sentence));
}

/** Sentences of two words and more that read otherwise in the other catalogue. */
function listSentences(texts: unknown, others: unknown): string[] {
  if (typeof texts === 'string') return texts !== others && /\S\s+\S/.test(texts) ? [texts] : [];
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.entries(texts).flatMap(([key, value]) =>
    listSentences(value, (others as Record<string, unknown>)[key]),
  );
}

/** What a person sees or hears of the page: text, names, tooltips and placeholders. */
export function readPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown is not said
    const shown = document.body.innerText;
    return [
      document.title,
      shown,
      ...[...document.querySelectorAll('*')].flatMap((element) =>
        ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'].map(
          (name) => element.getAttribute(name) ?? '',
        ),
      ),
    ].join('\n');
  });
}
