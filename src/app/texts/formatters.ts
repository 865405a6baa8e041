import type { Language } from './choose-language.ts';

/** Numbers, dates and amounts as one language writes them. Units stand after a space that does not break. */
export interface Formatters {
  /** BCP 47: the language as the person's region writes it. */
  readonly locale: string;
  /** 12,400 or 12.400. */
  number(value: number): string;
  /** As `number` below a million, then one decimal with a point in both languages: 1.5M, 2B (A2, A3). */
  credits(value: number): string;
  /** As `credits`, and K from a thousand: only for what a plan offers (A3). */
  planFeature(value: number): string;
  /** €24 or 24 €, in whole units of the currency; decimals only where there are some. */
  money(value: number, currency: string): string;
  /** As `number`, with its sign: +2,000 or -200; 0 has none. */
  change(value: number): string;
  /** 50% or 50 %. @param fraction 0 to 1. @param decimals At most; 0 when left out. */
  percent(fraction: number, decimals?: number): string;
  date(value: Date | string | number): string;
  dateTime(value: Date | string | number): string;
  time(value: Date | string | number): string;
  /** 23 s, 1 min 40 s, 2 h 5 min. Whole seconds, at least one. */
  duration(seconds: number): string;
  /** A duration without false accuracy: whole seconds below 20, then steps of 5, then minutes. */
  roughDuration(seconds: number): string;
  /** As `roughDuration`, from one to another: 40 to 50 s, 1 to 2 min; one value where both come to the same. */
  roughRange(lowSeconds: number, highSeconds: number): string;
  /** 60 MB, 1.2 GB, in powers of 1000 as a file manager prints them. */
  bytes(value: number): string;
  /** 1024 × 1024, pixels. */
  size(widthPx: number, heightPx: number): string;
  /** A sorted list in one phrase: a, b and c. */
  list(items: readonly string[]): string;
}

const SPACE = '\u00a0';

/** No line breaks between a time and its half of the day: browsers write “11:54 AM” with a plain space. */
function holdTogether(moment: string): string {
  return moment.replace(/\d\s[ap]\.?\s?m\b/iu, (time) => time.replace(/\s/gu, SPACE));
}

/**
 * Build it once per language: the same object for the same work.
 *
 * @param wanted BCP 47 tags, most wanted first: they say how the person's region writes the language.
 */
export function createFormatters(
  language: Language,
  wanted: readonly string[] = globalThis.navigator?.languages ?? [],
): Formatters {
  const locale = chooseRegion(language, wanted);
  // Each is made when it is first asked for: all of them take 25 ms of the start, one as long as to write a hundred numbers.
  const plain = once(() => new Intl.NumberFormat(locale));
  const oneDecimal = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const day = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
  const moment = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
  const hour = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
  const signed = once(() => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }));
  /** By their decimals. */
  const percents = new Map<number, Intl.NumberFormat>();
  const conjunction = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));

  const duration = (seconds: number): string => {
    const whole = Math.max(1, Math.round(seconds));
    if (whole < 60) return `${whole}${SPACE}s`;
    const minutes = Math.floor(whole / 60);
    if (minutes < 60) {
      const rest = whole % 60;
      return rest === 0 ? `${minutes}${SPACE}min` : `${minutes}${SPACE}min ${rest}${SPACE}s`;
    }
    const rest = minutes % 60;
    const hours = Math.floor(minutes / 60);
    return rest === 0 ? `${hours}${SPACE}h` : `${hours}${SPACE}h ${rest}${SPACE}min`;
  };

  const rough = (seconds: number, round: (steps: number) => number): string => {
    const step = seconds < 20 ? 1 : seconds < 58 ? 5 : 60;
    return duration(round(seconds / step) * step);
  };

  return {
    locale,
    number: (value) => plain().format(value),
    credits: (value) => abbreviate(value, ABBREVIATIONS) ?? plain().format(value),
    planFeature: (value) => abbreviate(value, [...ABBREVIATIONS, [1e3, 'K']]) ?? plain().format(value),
    money: (value, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      }).format(value),
    change: (value) => signed().format(value),
    percent(fraction, decimals = 0) {
      const known = percents.get(decimals);
      const options = { style: 'percent', maximumFractionDigits: decimals } as const;
      const format = known ?? new Intl.NumberFormat(locale, options);
      if (known === undefined) percents.set(decimals, format);
      return format.format(fraction);
    },
    date: (value) => day().format(new Date(value)),
    dateTime: (value) => holdTogether(moment().format(new Date(value))),
    time: (value) => holdTogether(hour().format(new Date(value))),
    duration,
    roughDuration: (seconds) => rough(seconds, Math.ceil),
    roughRange(lowSeconds, highSeconds) {
      const [low, high] = [rough(lowSeconds, Math.floor), rough(highSeconds, Math.ceil)];
      if (low === high) return high;
      const [[lowNumber, ...lowUnit], [, ...highUnit]] = [low.split(SPACE), high.split(SPACE)];
      const from = lowUnit.join() === highUnit.join() ? lowNumber : low;
      return `${from}${SPACE}${language === 'es' ? 'a' : 'to'}${SPACE}${high}`;
    },
    bytes: (value) => {
      const units = ['B', 'kB', 'MB', 'GB', 'TB'];
      const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
      const scaled = value / 1000 ** step;
      return `${scaled < 10 ? oneDecimal().format(scaled) : plain().format(Math.round(scaled))}${SPACE}${units[step]}`;
    },
    size: (widthPx, heightPx) => `${widthPx}${SPACE}×${SPACE}${heightPx}`,
    list: (items) => conjunction().format(items),
  };
}

/** Makes it at the first call. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The first tag of that language; else that of Spain, or plain English. */
function chooseRegion(language: Language, wanted: readonly string[]): string {
  const own = wanted.find((tag) => tag.toLowerCase().split('-')[0] === language && isLocale(tag));
  return own ?? (language === 'es' ? 'es-ES' : 'en');
}

/** Some browsers name locales of their system that are none. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const ABBREVIATIONS: readonly (readonly [number, string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
];

/** One decimal, cut and not rounded: nobody may seem to own more than they do. */
function abbreviate(value: number, steps: readonly (readonly [number, string])[]): string | null {
  for (const [size, letter] of steps) {
    if (Math.abs(value) < size) continue;
    const tenths = Math.trunc((value / size) * 10) / 10;
    return `${tenths}${letter}`;
  }
  return null;
}
