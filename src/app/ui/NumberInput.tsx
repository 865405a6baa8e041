import { useEffect, useRef } from 'react';
import { Input, useLocale } from 'react-aria-components';

/** Signs that people type between whole and part, whatever the page's language has there. */
const SIGNS = /[.,]/g;

/**
 * Where a number is typed, within a `NumberField` of ours. A point and a comma both stand before the part of a number: by the
 * language alone one of them would be taken for a sign between thousands, and "1.5" for 15. None is printed between thousands.
 */
export function NumberInput({ className }: { readonly className: string }) {
  const ref = useRef<HTMLInputElement>(null);
  const { locale } = useLocale();
  useEffect(() => {
    const input = ref.current;
    if (input === null) return;
    const sign = decimalSign(locale);
    const insert = (event: InputEvent): void => {
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      const meant = writeSign(text, sign);
      if (meant === text || !event.cancelable) return;
      // Before the field looks at it: to it the other sign is none that counts.
      event.preventDefault();
      event.stopImmediatePropagation();
      const start = input.selectionStart ?? input.value.length;
      const end = input.selectionEnd ?? start;
      if (meant === sign && (input.value.slice(0, start) + input.value.slice(end)).includes(sign)) return;
      input.setRangeText(meant, start, end, 'end');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    // What comes in one piece, as from a paste or some keyboards on the screen, was not asked about.
    const mend = (): void => {
      if (writeSign(input.value, sign) === input.value) return;
      const at = input.value.search(SIGNS);
      input.setRangeText(sign, at, at + 1, 'preserve');
    };
    input.addEventListener('beforeinput', insert, { capture: true });
    input.addEventListener('input', mend, { capture: true });
    return () => {
      input.removeEventListener('beforeinput', insert, { capture: true });
      input.removeEventListener('input', mend, { capture: true });
    };
  }, [locale]);
  return <Input ref={ref} className={className} />;
}

/** Formatting of numbers that are typed: what is printed can be read back whichever sign the person types. */
export const TYPED_NUMBER = { useGrouping: false } as const satisfies Intl.NumberFormatOptions;

function decimalSign(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.1);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** The text with the one sign in it as the language has it; as it is where it has none, or several. */
function writeSign(text: string, sign: string): string {
  return text.match(SIGNS)?.length === 1 ? text.replace(SIGNS, sign) : text;
}
