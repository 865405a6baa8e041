import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { createApp } from '../../../src/app/create-app.ts';
import { describeSignIn } from '../../../src/app/features/account/describe-sign-in.ts';
import { type Credentials, signIn } from '../../../src/app/features/account/sign-in.ts';
import {
  describeInvitation,
  describeJoining,
  invitationQuery,
  joinWaitingList,
  waitingListQuery,
} from '../../../src/app/features/account/waiting-list.ts';
import { type FakeGoogle, startFakeGoogle } from '../../support/fake-google/start-fake-google.ts';
import { DEFAULTS } from '../../support/fake-google/switches.ts';
import type { FakeServer } from '../../support/fake-http.ts';
import { createFakeOutside } from '../../support/fake-outside.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** S1 7 and 8, sign-in, registration and the waiting list: said through the real verbs and a real server. */
type Language = 'es' | 'en';
type Row = readonly [title: string, cause: (app: App) => Promise<string>, es: string, en: string];

const CLIENT = 'vitrine.apps.example.com';
const PASSWORD = 'a long enough password';
let google: FakeGoogle;
let open: TestServer;
let invited: TestServer;
beforeAll(async () => {
  google = await startFakeGoogle();
  const config = { google: { clientId: CLIENT, issuer: google.issuer } };
  open = await startTestServer({ config });
  invited = await startTestServer({ config: { ...config, hasWaitingList: true } });
});
afterAll(async () => {
  await open.stop();
  await invited.stop();
  await google.stop();
});
beforeEach(() => google.set(DEFAULTS));

/** A page of somebody new, with a browser's cookies. `answer` stands in for a server that says something else. */
function visit(server: TestServer, language: Language, answer?: () => Response): App {
  const cookies = new Map<string, string>();
  const pass = async (input: string, init: RequestInit = {}): Promise<Response> => {
    if (answer !== undefined) return answer();
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const got = await fetch(new URL(input, server.url), { ...init, headers });
    for (const line of got.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return got;
  };
  const outside = { ...createFakeOutside({ fetch: pass } as FakeServer), languages: [language] };
  outside.localStorage.removeItem('access_token');
  return createApp(outside);
}

async function sentence(work: Promise<unknown>, describe: (error: unknown) => string): Promise<string> {
  try {
    await work;
  } catch (error) {
    return describe(error);
  }
  throw new Error('nothing failed');
}

const enter = (app: App, credentials: Credentials): Promise<string> =>
  sentence(signIn(app, credentials), (error) => describeSignIn(app.texts(), credentials.kind, error));
const login = { kind: 'login', email: 'nobody@example.com', password: PASSWORD } as const;
const register = { ...login, kind: 'register', name: 'Ada' } as const;

/** Presses Google's button on the page. */
async function press(app: App, server: TestServer): Promise<string> {
  const answer = await app.outside.fetch(`${server.url}/api/users/auth/google/`);
  const { nonce } = (await answer.json()) as { nonce: string };
  return enter(app, { kind: 'google', credential: await google.mint(CLIENT, nonce) });
}

const silent = (status: number) => () => new Response('<h1>gateway</h1>', { status });
const malformed = () => Response.json({ token: 'x' });
/** Of either server, by the language: a row is one page in each. */
type Place = (language: Language) => App;
const row = (
  title: string,
  place: Place,
  cause: (app: App) => Promise<string>,
  es: string,
  en: string,
): readonly [string, Place, Row[1], string, string] => [title, place, cause, es, en];

test.each([
  row(
    'Invalid login, as the server says it',
    (language) => visit(open, language),
    (app) => enter(app, login),
    'Credenciales no válidas',
    'Invalid credentials',
  ),
  row(
    'Invalid login, and no word why',
    (language) => visit(open, language, silent(401)),
    (app) => enter(app, login),
    'Credenciales no válidas',
    'Invalid credentials',
  ),
  row(
    'Social login failure: invitation_required',
    (language) => visit(invited, language),
    async (app) => {
      await google.set({ user: { sub: '9', email: 'new@example.com' } });
      return press(app, invited);
    },
    'Para registrarte necesitas una invitación. Apúntate a la lista de espera.',
    'Registration needs an invitation. Join the waiting list.',
  ),
  row(
    'Social login failure: the token is not good',
    (language) => visit(open, language),
    async (app) => {
      await google.set({ fault: 'nonce' });
      return press(app, open);
    },
    'Error en la autenticación con Google',
    'Error during Google authentication',
  ),
  row(
    'Social login failure without a word',
    (language) => visit(open, language, silent(502)),
    (app) => enter(app, { kind: 'google', credential: 'x' }),
    'Error en la autenticación con Google',
    'Error during Google authentication',
  ),
  row(
    'Social login: a malformed success body',
    (language) => visit(open, language, malformed),
    (app) => enter(app, { kind: 'google', credential: 'x' }),
    'Formato de respuesta del servidor no válido',
    'Invalid response format from server',
  ),
  row(
    'Registration failure by default',
    (language) => visit(open, language, silent(500)),
    (app) => enter(app, register),
    'Error en el registro',
    'The account could not be created. Try again.',
  ),
  row(
    'Registration while the waiting list is on: invitation_required',
    (language) => visit(invited, language),
    (app) => enter(app, register),
    'Para registrarte necesitas una invitación. Apúntate a la lista de espera.',
    'Registration needs an invitation. Join the waiting list.',
  ),
  row(
    'Waiting list: already_registered',
    (language) => visit(invited, language),
    async (app) => {
      const email = `twice-${app.state.shell.language}@example.com`;
      await joinWaitingList(app, email);
      return sentence(joinWaitingList(app, email), (error) => describeJoining(app.texts(), error));
    },
    'Este correo ya está en la lista de espera.',
    'This e-mail is already on the waiting list.',
  ),
  row(
    'Failed to join waiting list',
    (language) => visit(invited, language, silent(500)),
    (app) =>
      sentence(joinWaitingList(app, 'ada@example.com'), (error) => describeJoining(app.texts(), error)),
    'No se ha podido apuntar en la lista de espera',
    'Failed to join waiting list',
  ),
  row(
    'an invitation that is not good',
    (language) => visit(invited, language),
    (app) =>
      sentence(app.queries.fetchQuery({ ...invitationQuery(app, 'nonsense'), retry: false }), (error) =>
        describeInvitation(app.texts(), error),
      ),
    'Esta invitación ya se usó o ha caducado.',
    'This invitation was already used or has expired.',
  ),
  row(
    'Failed to verify invitation token',
    (language) => visit(invited, language, silent(500)),
    (app) =>
      sentence(app.queries.fetchQuery({ ...invitationQuery(app, 'x'), retry: false }), (error) =>
        describeInvitation(app.texts(), error),
      ),
    'No se ha podido comprobar la invitación',
    'Failed to verify invitation token',
  ),
])('%s', async (_title, place, cause, es, en) => {
  expect(await cause(place('es'))).toBe(es);
  expect(await cause(place('en'))).toBe(en);
});

test('the waiting list is on where the server says so; a server that says nothing has none (S1 7)', async () => {
  const ask = (app: App) => app.queries.fetchQuery(waitingListQuery(app));
  expect(await ask(visit(invited, 'en'))).toEqual({ enabled: true });
  expect(await ask(visit(open, 'en'))).toEqual({ enabled: false });
  expect(await ask(visit(invited, 'en', silent(500)))).toEqual({ enabled: false });
});
