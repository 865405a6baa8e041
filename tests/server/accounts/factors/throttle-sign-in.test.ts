import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { NoticesBody } from '../../../../src/contract/http/notices.ts';
import { waitFor } from '../../../../src/server/accounts/factors/throttle-sign-in.ts';
import { finishSignIn } from '../../../../src/server/accounts/sessions/enter.ts';
import { forgetOldRows } from '../../../../src/server/db/forget-old-rows.ts';
import { signInFailures } from '../../../../src/server/db/schema/accounts.ts';
import { callApi } from '../../../support/call-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../support/fake-smtp/start-fake-smtp.ts';
import { codeOf, STEP_MS, switchOnFactor } from '../../../support/second-factor.ts';
import { type Person, startTestServer, type TestServer } from '../../../support/server.ts';

const DAY_MS = 24 * 3_600_000;
let smtp: FakeSmtp;
/** With the limits of a real one. */
let limited: TestServer;
/** Without limits and waits. */
let server: TestServer;
let timeMs = Date.now();
beforeAll(async () => {
  smtp = await startFakeSmtp();
  limited = await startTestServer({ config: { rateLimitFactor: 1 } });
  const mail = { smtpUrl: smtp.url, from: 'Vitrine <noreply@example.com>' };
  server = await startTestServer({ now: () => new Date(timeMs), config: { mail } });
});
afterAll(async () => {
  await limited.stop();
  await server.stop();
  await smtp.stop();
});

const logIn = (at: TestServer, remoteAddress: string, email: string, password: string) =>
  at.app.inject({ method: 'POST', url: '/api/users/login/', remoteAddress, payload: { email, password } });
const guess = (at: TestServer, email: string) => logIn(at, '203.0.113.9', email, 'not it at all');
const alarmsOf = async ({ email, password }: Person): Promise<NoticesBody> => {
  const { access_token } = (await logIn(server, '198.51.100.7', email, password)).json();
  const headers = { authorization: `Bearer ${access_token}` };
  return (await server.app.inject({ url: '/api/notices/', headers })).json();
};

test('whoever tries passwords on an account is stopped, and its owner signs in from elsewhere', async () => {
  const person = await limited.signUp();
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await guess(limited, person.email)).statusCode).toBe(401);
  }
  expect((await guess(limited, person.email.toUpperCase())).json()).toMatchObject({ code: 'rate-limited' });
  const owner = await logIn(limited, '198.51.100.7', person.email, person.password);
  expect(owner.statusCode).toBe(200);
});

test('the more wrong passwords an e-mail had, the longer each further try takes, up to five seconds', () => {
  expect([0, 9, 10, 11, 12, 13, 14, 15, 5000].map(waitFor)).toEqual([
    0, 0, 250, 500, 1000, 2000, 4000, 5000, 5000,
  ]);
});

test('the owner is told of ten wrong passwords in the bell and by mail, once a day', async () => {
  const person = await server.signUp();
  const [first] = await smtp.mailsTo(person.email);
  expect(first?.subject).toContain('Confirm');
  timeMs += 60_000;
  for (let tries = 0; tries < 9; tries += 1) await guess(server, person.email);
  expect((await alarmsOf(person)).results.map(({ kind }) => kind)).not.toContain('sign-in-alarm');

  for (let tries = 0; tries < 5; tries += 1) await guess(server, person.email);
  const mails = await smtp.mailsTo(person.email, 2);
  expect(mails.map(({ subject }) => subject)).toContain('Somebody tries passwords on your Vitrine account');
  expect(await alarmsOf(person)).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ kind: 'sign-in-alarm', is_unread: true })]),
    unread: 1,
  });

  timeMs += DAY_MS + 1;
  for (let tries = 0; tries < 10; tries += 1) await guess(server, person.email);
  expect(await smtp.mailsTo(person.email, 3)).toHaveLength(3);
});

test('a right password is not held against anybody, and nothing of a try is kept for more than a day', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  await db.delete(signInFailures);
  for (let times = 0; times < 12; times += 1) {
    await logIn(server, '198.51.100.7', person.email, person.password);
  }
  await guess(server, 'a password typed as e-mail');
  const kept = await db.select().from(signInFailures);
  expect(kept.map(({ failures }) => failures).sort()).toEqual([0, 1]);
  expect(JSON.stringify(kept)).not.toContain('typed');

  timeMs += DAY_MS + 1;
  await forgetOldRows(db, new Date(timeMs));
  expect(await db.select().from(signInFailures)).toEqual([]);
});

const NOWHERE = new AbortController().signal;
async function challengeOf(at: TestServer, { email, password }: Person): Promise<string> {
  return (await logIn(at, '198.51.100.7', email, password)).json().data.challenge;
}
const step = (at: TestServer, remoteAddress: string, challenge: string, code: string) =>
  at.app.inject({
    method: 'POST',
    url: '/api/users/login/second-factor/',
    remoteAddress,
    payload: { challenge, code },
  });

test('codes are tried ten times within ten minutes, from wherever, and the more were wrong the longer each takes', async () => {
  const person = await switchOnFactor(limited, await limited.signUp());
  const challenge = await challengeOf(limited, person);
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await step(limited, `203.0.113.${tries}`, challenge, '000000');
    expect(answer.json()).toMatchObject({ code: 'second-factor-wrong' });
  }
  const next = codeOf(person.secret, Date.now() + STEP_MS);
  expect((await step(limited, '203.0.113.99', challenge, next)).json()).toMatchObject({
    code: 'rate-limited',
  });

  const waits = vi.spyOn(globalThis, 'setTimeout');
  try {
    const place = { address: '203.0.113.9', userAgent: '' };
    const again = (code: string) => finishSignIn(limited.deps, { challenge, code }, place, NOWHERE);
    const failure = { failure: { code: 'second-factor-wrong' } };
    await expect(again('000000')).rejects.toMatchObject(failure);
    await expect(again('ABCD-EFGH-IJKL-2345')).rejects.toMatchObject(failure);
    const asked = waits.mock.calls.map(([, ms]) => ms);
    expect(asked).toEqual(expect.arrayContaining([waitFor(10), waitFor(11)]));
    // The owner waits as long, and comes in.
    expect(await again(next)).toMatchObject({ user: { email: person.email } });
  } finally {
    waits.mockRestore();
  }
});

test.each([
  ['en', 'Somebody tries codes on your Vitrine account', 'wrong codes of the second factor'],
  ['es', 'Alguien está probando códigos en tu cuenta de Vitrine', 'códigos incorrectos del segundo factor'],
])(
  'in %s the owner is told of ten wrong codes as of codes, also on a day of wrong passwords, once',
  async (language, subject, words) => {
    const person = await switchOnFactor(server, await server.signUp());
    await callApi(server, person, 'PATCH', '/api/users/me/', { language });
    for (let tries = 0; tries < 10; tries += 1) await guess(server, person.email);
    await smtp.mailsTo(person.email, 3);

    // Wherever a code is asked for they count together.
    const { password } = person;
    for (let tries = 0; tries < 5; tries += 1) {
      await step(server, '203.0.113.9', await challengeOf(server, person), '000000');
      await callApi(server, person, 'POST', '/api/users/password/confirm/', { password, code: '000000' });
    }
    const mails = await smtp.mailsTo(person.email, 4);
    const told = mails.filter((mail) => mail.subject === subject);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(words);
    await callApi(server, person, 'POST', '/api/users/password/confirm/', { password, code: '000000' });
    timeMs += STEP_MS;
    const proof = { password, code: codeOf(person.secret, timeMs) };
    expect((await callApi(server, person, 'POST', '/api/users/me/second-factor/off/', proof)).status).toBe(
      204,
    );
    // To confirm the e-mail, on, passwords, codes, off: nothing came between.
    expect(await smtp.mailsTo(person.email, 5)).toHaveLength(5);
  },
);
