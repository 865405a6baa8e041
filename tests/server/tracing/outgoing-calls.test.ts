import { expect, test } from 'vitest';
import type { PushStateBody } from '../../../src/contract/http/notices.ts';
import { connectStripe } from '../../../src/server/billing/stripe/connect-stripe.ts';
import { keepTelling } from '../../../src/server/push/keep-telling.ts';
import { span } from '../../../src/server/tracing/span.ts';
import { keepDelivering } from '../../../src/server/webhooks/keep-delivering.ts';
import { callApi } from '../../support/call-api.ts';
import { createComfyStage, makeSmallOrder, ready } from '../../support/comfy-engine.ts';
import { startFakePush } from '../../support/fake-push/start-fake-push.ts';
import { startFakeSmtp } from '../../support/fake-smtp/start-fake-smtp.ts';
import { startFakeStripe } from '../../support/fake-stripe/start-fake-stripe.ts';
import { startRenderServer } from '../../support/render-server.ts';
import { startTestServer } from '../../support/server.ts';
import { attributeOf, CLIENT, type ToldSpan, traceEachTest } from '../../support/trace-collector.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';

/** What the server asks of others stands in the trace of what caused it, by whom and how it ended, and never what was said. */

const { collector, tracing } = traceEachTest();

const FACTS = [
  'http.request.method',
  'http.response.status_code',
  'server.address',
  'server.port',
  'url.template',
  'error.type',
  'network.protocol.name',
  'vitrine.mail',
] as const;
/** What of {@link FACTS} is told of a span. */
const factsOf = (told: ToldSpan) =>
  Object.fromEntries(
    FACTS.flatMap((key) => {
      const value = attributeOf(told, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
const spansOf = (peer: string) =>
  collector.spans().filter((told) => attributeOf(told, 'peer.service') === peer);
const named = (name: string): ToldSpan => {
  const told = collector.spans().find((one) => one.name === name);
  if (told === undefined)
    throw new Error(
      collector
        .spans()
        .map((one) => one.name)
        .join(', '),
    );
  return told;
};
const at = (origin: string) => ({
  'server.address': '127.0.0.1',
  'server.port': Number(new URL(origin).port),
});

test('webhooks and pushes are sent in the trace of the render that they tell of, at every try', async () => {
  const [push, receiver] = await Promise.all([startFakePush(), startWebhookReceiver()]);
  receiver.behaviours.push(500);
  const server = await startRenderServer({
    config: { pushServices: [push.origin], webhookOrigins: [receiver.origin] },
  });
  const ada = await server.signUp();
  const { public_key } = await server.get<PushStateBody>(ada, '/api/users/push/');
  const device = await push.subscribe(public_key);
  expect((await callApi(server, ada, 'PUT', '/api/users/push/', device.subscription)).status).toBe(204);
  const url = `${receiver.url}/a-secret-of-the-address?token=secret`;
  const hook = { url, events: ['render.finished'] };
  expect((await callApi(server, ada, 'POST', '/api/users/me/webhooks/', hook)).status).toBe(201);
  // Whoever sends has no part in any trace.
  const [telling, delivering] = [keepTelling(server.deps), keepDelivering(server.deps)];
  const { body } = await server.order(ada);
  await expect.poll(() => receiver.calls.length).toBe(1);
  await server.deps.database.pool.query('update webhook_deliveries set due_at = now()');
  delivering.wake();
  await expect.poll(() => receiver.calls.length).toBe(2);
  const [message] = await device.messages();
  expect(message?.said).toMatchObject({ render_id: body.id });
  await telling.close();
  await delivering.close();
  await server.stop();
  await tracing.close();

  const render = named('render');
  const within = { name: 'POST', kind: CLIENT, traceId: render.traceId, parentSpanId: render.spanId };
  const posts = { 'http.request.method': 'POST', ...at(receiver.origin) };
  const webhooks = spansOf('webhook');
  expect(webhooks).toMatchObject([{ ...within, status: { code: 2 } }, within]);
  expect(webhooks.map(factsOf)).toEqual([
    { ...posts, 'http.response.status_code': 500, 'error.type': '500' },
    { ...posts, 'http.response.status_code': 204 },
  ]);
  const pushes = spansOf('push');
  expect(pushes).toMatchObject([within]);
  expect(pushes.map(factsOf)).toEqual([
    { 'http.request.method': 'POST', ...at(push.origin), 'http.response.status_code': 201 },
  ]);
  const { endpoint } = device.subscription;
  for (const secret of ['a-secret-of-the-address', 'token=secret', new URL(endpoint).pathname])
    expect(collector.said().includes(secret), secret).toBe(false);
  await Promise.all([push.stop(), receiver.stop()]);
});

test('an AI server is told a job, waited for and asked for its picture in the trace of the order', async () => {
  const stage = createComfyStage();
  const { url } = await stage.fake({ stepMs: 1 });
  const comfy = await stage.open([url], { headers: { authorization: 'Bearer secret-of-the-server' } });
  await comfy.seen(ready(1));
  const recipe = await makeSmallOrder({ positivePrompt: 'a red velvet curtain' });
  await span('order', {}, async () => {
    await comfy.start(recipe).ended;
  });
  await stage.close();
  await tracing.close();

  const order = named('order');
  const spans = spansOf('comfyui');
  for (const told of spans) expect(told).toMatchObject({ traceId: order.traceId });
  const names = new Set(spans.map(({ name }) => name));
  for (const name of ['POST /upload/image', 'POST /prompt', 'wait for pictures', 'GET /view'])
    expect([...names]).toContain(name);
  expect(factsOf(named('POST /prompt'))).toEqual({
    'http.request.method': 'POST',
    'url.template': '/prompt',
    'http.response.status_code': 200,
    ...at(url),
  });
  expect(named('wait for pictures')).toMatchObject({ parentSpanId: order.spanId });
  // What the server does by itself, such as looking whether that one is there, is no part of any trace.
  expect(collector.spans().filter(({ parentSpanId }) => !parentSpanId)).toEqual([order]);
  for (const secret of ['velvet', 'secret-of-the-server'])
    expect(collector.said().includes(secret), secret).toBe(false);
});

test('a mail that is sent after the call has ended is in its trace; that nobody takes it is told', async () => {
  const smtp = await startFakeSmtp();
  const server = await startTestServer({
    config: { mail: { smtpUrl: smtp.url, from: 'noreply@example.com' } },
  });
  const { email } = await server.signUp();
  const answer = await fetch(`${server.url}/api/users/password/forgot/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBeLessThan(300);
  // Beside that of the registration.
  const mails = await smtp.mailsTo(email, 2);
  const link = mails.at(-1)?.link ?? '';
  await server.stop();
  await smtp.stop();
  await tracing.close();
  const told = spansOf('mail').find((one) => attributeOf(one, 'vitrine.mail') === 'reset-password');
  const call = named('POST /api/users/password/forgot/');
  expect(told).toMatchObject({
    name: 'send mail',
    kind: CLIENT,
    traceId: call.traceId,
    parentSpanId: call.spanId,
  });
  expect(told && factsOf(told)).toEqual({
    'vitrine.mail': 'reset-password',
    'network.protocol.name': 'smtp',
    ...at(smtp.url),
  });
  for (const secret of [email, link.slice(-20)])
    expect(collector.said().includes(secret), secret).toBe(false);
});

test('each call to Stripe is a span, by what it asks about and not whom', async () => {
  const stripe = await startFakeStripe();
  const client = connectStripe(stripe.settings);
  await span('purchase', {}, async () => {
    const { id } = await client.customers.create({ email: 'ada@example.com' });
    await client.subscriptions.retrieve('sub_1Nobodys').catch(() => {});
    expect(id).toMatch(/^cus_/);
  });
  await stripe.stop();
  await tracing.close();
  const { traceId, spanId } = named('purchase');
  expect(spansOf('stripe')).toMatchObject([
    { name: 'POST /v1/customers', kind: CLIENT, traceId, parentSpanId: spanId },
    { name: 'GET /v1/subscriptions/{id}', status: { code: 2 }, traceId, parentSpanId: spanId },
  ]);
  expect(factsOf(named('GET /v1/subscriptions/{id}'))).toMatchObject({
    'http.response.status_code': 404,
    'error.type': '404',
  });
  for (const secret of ['ada@example.com', 'cus_', stripe.settings.secretKey])
    expect(collector.said().includes(secret), secret).toBe(false);
});
