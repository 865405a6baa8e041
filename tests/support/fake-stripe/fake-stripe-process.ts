import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { answerCall } from './answer-call.ts';
import { createFakeBank, Refusal } from './fake-bank.ts';
import { readForm, type Sent } from './read-form.ts';

/** Of the test mode, and of a live account that has nothing. */
const KEYS = ['Bearer sk_test_fake', 'Bearer sk_live_other'];

/** Entry: a fake Stripe on one port, and on another what a person, a bank and the network do. */
const bank = createFakeBank();
const { webhooks } = new Stripe('none');
const answers = new Map<string, { asked: string; status: number; body: string }>();
/** Calls, with their keys. */
const journal: { method: string; path: string; key: string | null }[] = [];
/**
 * How many of the next calls are worked on, but answered with 500, or cut off; how many changes of subscriptions are answered with
 * 500; whether it is down, or will be once a subscription is changed.
 */
const trouble = { lost: 0, cut: 0, lostChanges: 0, isDown: false, stopsAfterChange: false };

const LENGTHS = { monthly: 'month', yearly: 'year' } as const;
const AMOUNTS = { starter: [3000, 28_800], pro: [6000, 57_600], ultimate: [22_000, 210_000] } as const;
for (const [plan, amounts] of Object.entries(AMOUNTS)) {
  for (const [index, recurrence] of (['monthly', 'yearly'] as const).entries()) {
    bank.make('price', 'price', {
      lookup_key: `vitrine_${plan}_${recurrence}`,
      metadata: {},
      unit_amount: amounts[index],
      currency: 'eur',
      recurring: { interval: LENGTHS[recurrence] },
    });
  }
}

/** A key is of one call, its parameters included; also of one that was refused. */
const OTHER_CALL = {
  status: 400,
  body: JSON.stringify(new Refusal(400, 'idempotency_error', 'key_used').body),
};

const api = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://fake');
  const { method = 'GET' } = request;
  const body = await readBody(request);
  const key = request.headers['idempotency-key'];
  journal.push({ method, path: url.pathname, key: typeof key === 'string' ? key : null });
  const known = typeof key === 'string' ? answers.get(key) : undefined;
  const asked = `${method} ${url.pathname} ${body}`;
  const isOther = known !== undefined && known.asked !== asked;
  const answer = isOther ? OTHER_CALL : (known ?? work(method, url, body, request));
  if (typeof key === 'string' && answer.status < 500 && !isOther) answers.set(key, { ...answer, asked });
  if (trouble.cut > 0 && (trouble.cut -= 1) >= 0) return void request.socket.destroy();
  if (trouble.isDown) return void send(response, 503, '{"error":{"type":"api_error"}}');
  const isChange = method === 'POST' && url.pathname.startsWith('/v1/subscriptions/');
  const isLost =
    (trouble.lost > 0 && (trouble.lost -= 1) >= 0) || (isChange && (trouble.lostChanges -= 1) >= 0);
  if (isLost) return void send(response, 500, '{"error":{"type":"api_error"}}');
  if (isChange && trouble.stopsAfterChange) Object.assign(trouble, { isDown: true, stopsAfterChange: false });
  send(response, answer.status, answer.body);
});

function work(
  method: string,
  url: URL,
  body: string,
  request: IncomingMessage,
): { status: number; body: string } {
  try {
    if (trouble.isDown) throw new Refusal(503, 'api_error', 'down');
    if (!KEYS.includes(request.headers.authorization ?? ''))
      throw new Refusal(401, 'invalid_request_error', 'key');
    if (request.headers['stripe-version'] !== '2026-10-28.endive')
      throw new Refusal(400, 'invalid_request_error', 'version');
    const sent = readForm(method === 'POST' ? body : url.search.slice(1));
    return { status: 200, body: JSON.stringify(answerCall(bank, method, url.pathname, sent)) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: JSON.stringify(error.body) };
    return { status: 500, body: String(error instanceof Error ? error.stack : error) };
  }
}

const control = createServer(async (request, response) => {
  try {
    const asked = JSON.parse(await readBody(request)) as Sent;
    send(response, 200, JSON.stringify((await obey(asked.command, asked)) ?? null));
  } catch (error) {
    send(response, 500, String(error instanceof Error ? error.stack : error));
  }
});

async function obey(command: string, asked: Sent): Promise<unknown> {
  if (command === 'trouble') return Object.assign(trouble, asked.trouble);
  if (command === 'journal') return journal;
  if (command === 'events') return bank.events.map(({ id, type }) => ({ id, type }));
  if (command === 'things') return bank.things(asked.object);
  if (command === 'change') return Object.assign(bank.find(asked.id), asked.fields);
  if (command === 'pass') return bank.moveTo(bank.clock() + asked.days * 24 * 3_600);
  if (command === 'complete') return bank.complete(asked.id, asked.isAsync === true);
  if (command === 'arrive') return bank.arrive(asked.id, asked.isPaid);
  if (command === 'renew') return bank.renew(asked.id, asked.isPaid);
  if (command === 'payInvoice') return bank.payInvoice(asked.id);
  if (command === 'giveBack') return bank.giveBack(asked.id, asked.amount);
  if (command === 'failRefund') return bank.failRefund(asked.id);
  if (command === 'dispute') return bank.dispute(asked.id, asked.status);
  if (command === 'deliver') return deliver(asked.url, asked.ids, asked.atOnce);
  throw new Error(`unknown command ${command}`);
}

/** Sends messages in the order that was asked for, as often as they are named; their answers' statuses. */
async function deliver(url: string, ids: string[], atOnce: number): Promise<number[]> {
  const statuses: number[] = [];
  const waiting = [...ids];
  const send = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const payload = JSON.stringify(bank.find(id));
      const signature = webhooks.generateTestHeaderString({ payload, secret: 'whsec_fake' });
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      statuses.push((await fetch(url, { method: 'POST', headers, body: payload })).status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  return statuses;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' }).end(body);
}

api.listen(0, '127.0.0.1', () => {
  control.listen(0, '127.0.0.1', () => {
    const [port, controlPort] = [api, control].map((one) => (one.address() as AddressInfo).port);
    console.log(`ready ${port} ${controlPort}`);
  });
});

// Whoever started it may be killed without a word.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000);
