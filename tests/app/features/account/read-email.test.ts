import { expect, test } from 'vitest';
import { readEmail } from '../../../../src/app/features/account/read-email.ts';

const credential = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('the e-mail of a Google credential fills the form of the waiting list', () => {
  expect(readEmail(credential({ email: 'ada@example.com', name: 'Ada Ñoño' }))).toBe('ada@example.com');
});

test.each(['', 'a', 'a.b.c', credential({}), credential({ email: 'no address' })])(
  'of %j there is none, and the form is empty',
  (text) => expect(readEmail(text)).toBe(''),
);
