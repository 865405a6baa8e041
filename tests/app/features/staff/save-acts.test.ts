import { expect, test } from 'vitest';
import { writeActs } from '../../../../src/app/features/staff/save-acts.ts';
import { createFormatters } from '../../../../src/app/texts/formatters.ts';
import type { StaffActBody } from '../../../../src/contract/http/staff.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const act = (changes: Partial<StaffActBody>): StaffActBody => ({
  id: 1,
  act: 'credits-granted',
  staff: 'Sol',
  person: 'Ada',
  detail: { credits: 1_500, note: 'For the fair' },
  created_at: '2026-06-01T12:00:00.000Z',
  ...changes,
});
const inLanguage = (language: 'en' | 'es') => ({
  ...createTestApp(createFakeOutside(createFakeServer())).texts(),
  language,
  format: createFormatters(language),
});

test('a role that followed the company’s sign-in is by that', () => {
  const detail = { provider: 'https://login.example.com/realms/staff' };
  const acts = [act({ act: 'staff-made', staff: null, detail })];
  expect(writeActs(inLanguage('en'), acts)).toContain(',Made staff,Ada,the sign-in of login.example.com\r\n');
  expect(writeActs(inLanguage('es'), acts)).toContain(';Ada;el acceso de login.example.com\r\n');
});

test('what staff did is a table in the page’s language, of which nothing is a formula', () => {
  const acts = [
    act({ person: '=HYPERLINK("http://evil.example","Ada")', staff: '@sum' }),
    act({ act: 'reset-link-made', detail: {}, person: '-2+3', staff: null }),
    act({ detail: { credits: 5, note: 'two\nlines, and a "quote"' } }),
  ];
  const lines = writeActs(inLanguage('en'), acts);
  expect(lines.startsWith('\ufeffWhen (UTC),Kind,What,For,By\r\n')).toBe(true);
  expect(lines).toContain(`"'=HYPERLINK(""http://evil.example"",""Ada"")",'@sum\r\n`);
  expect(lines).toContain(",'-2+3,\r\n");
  expect(lines).toContain('two\nlines, and a ""quote""');
  expect(lines).not.toMatch(/(^|[,\r\n]|")[=@]/);
  expect(writeActs(inLanguage('es'), acts.slice(1, 2))).toMatch(
    /^\ufeffCuándo \(UTC\);Tipo;Qué;Para;Por\r\n2026-06-01T12:00:00\.000Z;reset-link-made;.+;'-2\+3;\r\n$/,
  );
});
