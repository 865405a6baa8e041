import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer } from '../../../src/server/mail/mailer.ts';
import { type Background, createBackground } from '../../../src/server/process/background.ts';
import { type FakeSmtp, startFakeSmtp } from '../../support/fake-smtp/start-fake-smtp.ts';

let smtp: FakeSmtp;
let background: Background;
let log: { level: number; msg: string }[];
beforeEach(async () => {
  smtp = await startFakeSmtp();
  log = [];
  const write = (line: string) => void log.push(JSON.parse(line));
  background = createBackground(pino({ level: 'warn' }, { write }));
});
afterEach(async () => {
  await background.close();
  await smtp.stop();
});
const open = (delaysMs: number[]) =>
  createMailer({ smtpUrl: smtp.url, from: 'Vitrine <noreply@example.com>' }, background, delaysMs);

test.each([
  ['en', 'Choose a new password for Vitrine', 'for one hour'],
  ['es', 'Elige una nueva contraseña para Vitrine', 'Funciona una sola vez'],
] as const)('a mail in %s arrives plain and as HTML, with its link', async (language, subject, words) => {
  const link = 'https://shop.example/#reset=abc';
  open([]).send({ email: 'ada@example.com', language }, { kind: 'reset-password', link });
  const [mail] = await smtp.mailsTo('ada@example.com');
  expect(mail).toMatchObject({ subject, link });
  expect(mail?.text).toContain(words);
});

test('a mail server that is busy gets it at the third try', async () => {
  await smtp.set({ refusals: 2 });
  open([1, 1]).send({ email: 'ada@example.com', language: 'en' }, { kind: 'password-changed' });
  const mails = await smtp.mailsTo('ada@example.com');
  expect(mails).toHaveLength(1);
  expect(log).toEqual([]);
});

test('after the third try it is given up, and the log says which kind of mail it was', async () => {
  await smtp.set({ refusals: 3 });
  open([1, 1]).send({ email: 'ada@example.com', language: 'en' }, { kind: 'password-changed' });
  await smtp.tries(3);
  open([]).send({ email: 'bob@example.com', language: 'en' }, { kind: 'password-changed' });
  await smtp.mailsTo('bob@example.com');
  await background.close();
  expect(log).toMatchObject([{ msg: 'mail password-changed' }]);
  expect(JSON.stringify(log)).not.toContain('ada@example.com');
});

test('the process can stop while a mail server keeps silent', async () => {
  await smtp.set({ isSilent: true });
  open([]).send({ email: 'ada@example.com', language: 'en' }, { kind: 'password-changed' });
  await smtp.tries(1);
  await background.close();
  expect(log).toMatchObject([{ msg: 'mail password-changed' }]);
});
