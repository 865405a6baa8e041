import { Secret, TOTP } from 'otpauth';
import { callApi } from './call-api.ts';
import type { Person, TestServer } from './server.ts';

/** How long an app shows one code. */
export const STEP_MS = 30_000;
const PATH = '/api/users/me/second-factor/';

/** Somebody whose second factor is on. */
export interface WithFactor extends Person {
  /** Base32. */
  readonly secret: string;
  /** Recovery codes. */
  readonly codes: readonly string[];
}

/** What an app shows at a moment. */
export function codeOf(secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
}

/** Switches a person's second factor on in their session. The code of the server's present moment is used up by it. */
export async function switchOnFactor(
  server: Pick<TestServer, 'url' | 'deps'>,
  person: Person,
): Promise<WithFactor> {
  const { password } = person;
  const begun = await callApi(server, person, 'POST', `${PATH}begin/`, { password });
  const { secret } = begun.body as { secret: string };
  const code = codeOf(secret, server.deps.now().getTime());
  const { body } = await callApi(server, person, 'POST', `${PATH}confirm/`, { code });
  return { ...person, secret, codes: (body as { codes: string[] }).codes };
}

/** The same person on another device: signed in anew, with `code` where that is asked for. */
export async function signInAgain<Known extends Person>(
  server: Pick<TestServer, 'app'>,
  person: Known,
  code?: string,
): Promise<Known> {
  const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, payload });
  const { email, password } = person;
  const first = await post('/api/users/login/', { email, password });
  const wanted = first.json().data as { challenge: string } | undefined;
  const answer =
    wanted === undefined
      ? first
      : await post('/api/users/login/second-factor/', { challenge: wanted.challenge, code });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const session = answer.json();
  return { ...person, session, headers: { authorization: `Bearer ${session.access_token}` } };
}
