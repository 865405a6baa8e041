import { expect, test } from 'vitest';
import { createFormatters } from '../../../src/app/texts/formatters.ts';

const en = createFormatters('en', []);
const es = createFormatters('es', []);
/** Spaces that do not break, made plain. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('numbers follow the language', () => {
  expect([en.number(12_400), es.number(12_400)]).toEqual(['12,400', '12.400']);
});

test.each([
  [200, '200', '200'],
  [12_400, '12,400', '12.400'],
  [999_999, '999,999', '999.999'],
  [1_000_000, '1M', '1M'],
  [1_590_000, '1.5M', '1.5M'],
  [2_000_000_000, '2B', '2B'],
])('%d credits keep the point in M and B (A2, A3)', (value, english, spanish) => {
  expect([en.credits(value), es.credits(value)]).toEqual([english, spanish]);
});

test('K is only for what a plan offers', () => {
  expect([en.planFeature(1_500), en.planFeature(999), es.planFeature(2_500_000)]).toEqual([
    '1.5K',
    '999',
    '2.5M',
  ]);
});

test.each([
  [24, 'EUR', '€24', '24 €'],
  [0.4, 'EUR', '€0.40', '0,40 €'],
  [12_345.5, 'EUR', '€12,345.50', '12.345,50 €'],
])('%d %s is written with decimals only where there are some', (value, currency, english, spanish) => {
  expect([en.money(value, currency), plain(es.money(value, currency))]).toEqual([english, spanish]);
});

test('a movement has its sign', () => {
  expect([en.change(2000), en.change(-200), es.change(12_000), en.change(0)]).toEqual([
    '+2,000',
    '-200',
    '+12.000',
    '0',
  ]);
});

test('units stand after a space that does not break', () => {
  expect(es.duration(23)).toBe('23\u00a0s');
});

test.each(['en-US', 'es-MX'])('a time is never torn from its half of the day in %s', (locale) => {
  const format = createFormatters(locale === 'en-US' ? 'en' : 'es', [locale]);
  for (const hour of [9, 21]) {
    const at = new Date(2026, 10, 29, hour, 54);
    for (const text of [format.time(at), format.dateTime(at)])
      expect(text).toMatch(/9:54\u00a0[ap]\.?\u00a0?m/iu);
  }
});

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [100, '1 min 40 s'],
  [7_500, '2 h 5 min'],
])('%d seconds read as %s', (seconds, text) => {
  expect(plain(en.duration(seconds))).toBe(text);
});

test.each([
  [14, '14 s'],
  [41, '45 s'],
  [59, '1 min'],
  [130, '3 min'],
])('%d seconds left are not told more exactly than they are known', (seconds, text) => {
  expect(plain(en.roughDuration(seconds))).toBe(text);
});

test.each([
  [60, 120, '1 to 2 min', '1 a 2 min'],
  [41, 48, '40 to 50 s', '40 a 50 s'],
  [40, 100, '40 s to 2 min', '40 s a 2 min'],
  [0.2, 0.9, '1 s', '1 s'],
  [3_500, 3_900, '58 min to 1 h 5 min', '58 min a 1 h 5 min'],
])('from %d to %d seconds', (low, high, english, spanish) => {
  expect([plain(en.roughRange(low, high)), plain(es.roughRange(low, high))]).toEqual([english, spanish]);
});

test('sizes, seeds and lists', () => {
  expect(plain(en.bytes(1_300_000))).toBe('1.3 MB');
  expect(plain(es.bytes(1_300_000))).toBe('1,3 MB');
  expect(plain(en.bytes(0))).toBe('0 B');
  expect(plain(en.bytes(60_400_000))).toBe('60 MB');
  expect(plain(en.size(1024, 768))).toBe('1024 × 768');
  expect([en.list(['a', 'b', 'c']), es.list(['a', 'b'])]).toEqual(['a, b, and c', 'a y b']);
});

test('dates follow the language', () => {
  const noon = new Date(2026, 10, 20, 14, 32);
  expect(en.dateTime(noon)).toMatch(/Nov 20, 2026.*2:32/);
  expect(es.dateTime(noon)).toMatch(/20 nov 2026.*14:32/);
});

test('a percentage stands as its language writes it', () => {
  expect([en.percent(0.2), es.percent(0.2)]).toEqual(['20%', '20\u00a0%']);
});

test.each([
  [['en-GB', 'en'], '5 Mar 2026', '12,400'],
  [['es-ES', 'en-AU', 'en'], '5 Mar 2026', '12,400'],
  [['en-US'], 'Mar 5, 2026', '12,400'],
  [['de-DE'], 'Mar 5, 2026', '12,400'],
  [['en_GB.UTF-8', 'en-IN'], '5 Mar 2026', '12,400'],
])('with the languages %j English dates are of the person\u2019s region', (wanted, date, number) => {
  const format = createFormatters('en', wanted);
  expect([format.date('2026-03-05T12:00:00'), format.number(12_400)]).toEqual([date, number]);
});

test('Spanish is that of the person\u2019s region, too', () => {
  expect(createFormatters('es', ['es-MX']).number(12_400)).toBe('12,400');
  expect(createFormatters('es', ['en-GB']).number(12_400)).toBe('12.400');
});
