import { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import { text } from '../../contract/shapes.ts';
import { testSigningKey } from '../billing/open-payments.ts';
import { receiveEvent } from '../billing/receive-event.ts';
import { deliverTestEvents } from '../billing/test-checkout/deliver-test-events.ts';
import { readTestPage } from '../billing/test-checkout/read-test-page.ts';
import { payTestInvoice, settleTestCheckout } from '../billing/test-checkout/test-outcomes.ts';
import { drawTestPage } from '../billing/test-checkout/test-page.ts';
import { testPageStyle } from '../billing/test-checkout/test-page-style.ts';
import type { TestBank } from '../billing/test-checkout/test-payments.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';

const WEBHOOK_LIMIT_BYTES = 1024 ** 2;
const FORM_LIMIT_BYTES = 10_000;
const InPage = z.object({ id: z.string().regex(/^(cs|in)_test_[0-9a-f]{32}$/) });
const Choice = z.object({
  outcome: z.enum(['pay', 'decline', 'cancel']),
  card: z.enum(['good', 'fails-later']).default('good'),
});

/** Messages of the payment provider, and the page of the test checkout where that is on. */
export async function paymentRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(async (own) => {
    // The signature is over the bytes as they came.
    own.removeAllContentTypeParsers();
    const raw = { parseAs: 'buffer', bodyLimit: WEBHOOK_LIMIT_BYTES } as const;
    own.addContentTypeParser('application/json', raw, (_request, body, done) => done(null, body));
    own.post(
      '/api/payments/webhook/',
      {
        config: { isPublic: true, rateLimit: false },
        schema: { summary: 'Takes what Stripe tells of payments', hide: true },
        bodyLimit: WEBHOOK_LIMIT_BYTES,
      },
      async (request) => {
        const signature = request.headers['stripe-signature'];
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receiveEvent(deps, body, typeof signature === 'string' ? signature : '');
        return { received: true };
      },
    );
  });
  if (deps.config.payments.kind === 'test') await app.register(async (own) => testCheckout(own, deps));
}

function testCheckout(app: App, deps: Deps): void {
  const { config, database, now } = deps;
  const signingKey = testSigningKey(deps.secret);
  const bank: TestBank = { db: database.db, catalogue: config.catalogue, signingKey, now };
  const path = '/test-checkout/:id/';
  const style = testPageStyle(config.appDir);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get('/test-checkout/style.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );

  app.get(
    path,
    { schema: { hide: true, params: InPage, querystring: z.object({ declined: text(200).optional() }) } },
    async (request, reply) => {
      const page = await readTestPage(bank, request.params.id, request.query.declined !== undefined);
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
      return reply.send(drawTestPage(page));
    },
  );

  app.post(path, { schema: { hide: true, params: InPage, body: Choice } }, async (request, reply) => {
    const { id } = request.params;
    const { outcome, card } = request.body;
    const before = await readTestPage(bank, id, false);
    if (before.state === 'open') {
      if (id.startsWith('cs')) await settleTestCheckout(bank, id, outcome, card);
      else if (outcome === 'pay') await payTestInvoice(bank, id, card);
      else if (outcome === 'cancel') throw new AppError({ code: 'not-found' });
      await deliverTestEvents(deps);
    }
    if (before.state === 'open' && outcome === 'decline') return reply.redirect(`?declined=1`, 303);
    return reply.redirect((await readTestPage(bank, id, false)).backUrl, 303);
  });
}
