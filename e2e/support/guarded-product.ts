import type { SessionBody } from '../../src/contract/http/accounts.ts';
import { type FakeGoogle, startFakeGoogle } from '../../tests/support/fake-google/start-fake-google.ts';
import { type FakeSmtp, startFakeSmtp } from '../../tests/support/fake-smtp/start-fake-smtp.ts';
import { type FakeStripe, startFakeStripe } from '../../tests/support/fake-stripe/start-fake-stripe.ts';
import { findFreePort, makeStartedFolder, removeDataFolder, startProduct } from './running-server.ts';

/** A product as a company runs it: with a waiting list, mail, Google, cards, and no credits to begin with. */
export interface GuardedProduct {
  readonly url: string;
  readonly google: FakeGoogle;
  readonly smtp: FakeSmtp;
  readonly stripe: FakeStripe;
  /** Whoever is staff. */
  readonly owner: { readonly email: string; readonly password: string };
  /** The staff's invitation for an e-mail, as a link. */
  invite(email: string): Promise<string>;
  /** The server hears what Stripe has had to say since the last time. */
  tellPayments(): Promise<void>;
  stop(): Promise<void>;
}

export async function startGuardedProduct(): Promise<GuardedProduct> {
  const folder = await makeStartedFolder();
  const [google, smtp, stripe] = await Promise.all([startFakeGoogle(), startFakeSmtp(), startFakeStripe()]);
  const { secretKey, webhookSecret, apiUrl } = stripe.settings;
  const server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    // An invitation brings the first credits at once: without any, an order lacks them.
    SIGNUP_CREDITS: '0',
    WAITING_LIST: 'on',
    // A proxy in front: more than this machine can come in.
    TRUST_PROXY: '127.0.0.1',
    GOOGLE_CLIENT_ID: 'vitrine.apps.example.com',
    GOOGLE_ISSUER: google.issuer,
    SMTP_URL: smtp.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
  });
  const post = async <Body>(path: string, body: object, token?: string): Promise<Body> => {
    const answer = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} ${answer.status}`);
    return answer.json() as Promise<Body>;
  };
  const owner = { email: 'owner@example.com', password: 'a long enough password' };
  await post<SessionBody>('/api/users/owner/claim/', {
    token: decodeURIComponent(/#owner=(.+)$/.exec(server.ownerLink ?? '')?.[1] ?? ''),
    ...owner,
  });
  let heard = 0;
  return {
    url: server.url,
    google,
    smtp,
    stripe,
    owner,
    async invite(email) {
      // Anew for each: on a slow machine a story lasts longer than a session's token.
      const { access_token: token } = await post<SessionBody>('/api/users/login/', owner);
      return (await post<{ link: string }>('/api/staff/invitations/', { email }, token)).link;
    },
    async tellPayments() {
      const news = (await stripe.events()).map(({ id }) => id).slice(heard);
      heard += news.length;
      const answers = await stripe.deliver(server.url.replace(/\/$/, ''), news);
      if (answers.some((status) => status !== 200)) throw new Error(`a payment's message: ${answers}`);
    },
    async stop() {
      await server.stop();
      await Promise.all([google.stop(), smtp.stop(), stripe.stop()]);
      removeDataFolder(folder);
    },
  };
}
