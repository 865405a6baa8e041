import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recallJson } from '../../../../src/app/browser/kept-json.ts';
import { ACCOUNT_QUERY, LAST_USER_KEY } from '../../../../src/app/core/use-account.ts';
import {
  changeAvatar,
  changeProfile,
  refuseAvatar,
} from '../../../../src/app/features/account/change-profile.ts';
import { UserBody } from '../../../../src/contract/http/accounts.ts';
import { openDevice } from '../../../support/real-outside.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function open() {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  const known = () => app.queries.getQueryData<UserBody>(ACCOUNT_QUERY);
  return { person, app, known };
}

test('a new name is the person’s at once, and remembered for visits without the server', async () => {
  const { app, known } = await open();
  await changeProfile(app, { name: 'Ada Lovelace King' });
  expect(`${known()?.first_name} ${known()?.last_name}`).toBe('Ada Lovelace King');
  expect(recallJson(app.outside.localStorage, LAST_USER_KEY, UserBody)).toEqual(known());
});

test('another e-mail needs the password', async () => {
  const { app, person, known } = await open();
  const email = 'another@example.com';
  await expect(changeProfile(app, { email, password: 'not this one' })).rejects.toMatchObject({
    failure: { code: 'password-wrong' },
  });
  expect(known()).toBeUndefined();
  await changeProfile(app, { email, password: person.password });
  expect(known()?.email).toBe(email);
});

test('a picture is cut to a square by the server, and can be taken away', async () => {
  const { app, known } = await open();
  const picture = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await changeAvatar(app, new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }));
  const kept = await app.server.file(known()?.avatar_url ?? '');
  const { width, height } = await sharp(await kept.arrayBuffer()).metadata();
  expect(width).toBe(height);
  await changeAvatar(app, null);
  expect(known()?.avatar_url).toBeNull();
});

test('what is no picture is refused before it is sent, in the person’s language', async () => {
  const { app } = await open();
  const file = (name: string) => new File(['x'], name);
  expect(refuseAvatar(file('me.tiff'))?.sentence(app.texts())).toBe(
    '“me.tiff” is no JPEG, PNG or WebP picture.',
  );
  expect(refuseAvatar(file('me.JPG'))).toBeNull();
});
