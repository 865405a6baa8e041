import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import type { PushedMessage, Subscribed } from './start-fake-push.ts';

/** Entry: a push service on one port, as strict as RFC 8030, 8188 and 8292 ask, and on another what sets it up and reads it. */
const subscriptions = new Map<string, Subscribed>();
const messages: PushedMessage[] = [];
const complaints: string[] = [];
const waiting = new Set<() => void>();
const changed = () => {
  for (const check of waiting) check();
};

const MESSAGE_MAX_BYTES = 4_096;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

/** What is wrong with a message, and what it is answered then; null for a good one. */
async function judge(
  { method, headers }: IncomingMessage,
  body: Buffer,
  { applicationServerKey }: Subscribed,
): Promise<[status: number, complaint: string] | null> {
  if (method !== 'POST') return [405, `method ${method}`];
  if (!/^\d{1,9}$/.test(headers.ttl?.toString() ?? '')) return [400, 'TTL'];
  if (headers['content-encoding'] !== 'aes128gcm') return [415, 'Content-Encoding'];
  if (headers['content-type'] !== 'application/octet-stream') return [415, 'Content-Type'];
  if (headers.urgency !== undefined && !URGENCIES.includes(String(headers.urgency))) return [400, 'Urgency'];
  if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic))) return [400, 'Topic'];
  if (body.length > MESSAGE_MAX_BYTES) return [413, 'size'];
  // Salt, record size, and an uncompressed point as the key's id; then at least a padding byte and the tag.
  if (body.length < 16 + 4 + 1 + 65 + 17 || body[20] !== 65 || body[21] !== 4 || body.readUInt32BE(16) < 18)
    return [400, 'aes128gcm header'];
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key === '' || key !== applicationServerKey) return [403, 'the key is not the one of the subscription'];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      algorithms: ['ES256'],
      audience: origin(),
    });
    const life = (payload.exp ?? Number.POSITIVE_INFINITY) - Date.now() / 1000;
    if (life > 24 * 3_600) return [403, 'exp'];
    if (!/^(?:mailto:.+@.+|https:\/\/.+)$/.test(payload.sub ?? '')) return [403, 'sub'];
  } catch (error) {
    return [403, String(error)];
  }
  return null;
}

const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const id = request.url?.split('/').at(-1) ?? '';
    const subscribed = subscriptions.get(id);
    const body = Buffer.concat(chunks);
    const answer = async (): Promise<[number, Record<string, string>]> => {
      if (subscribed === undefined) return [404, {}];
      const wrong = await judge(request, body, subscribed);
      if (wrong !== null) {
        complaints.push(`${id}: ${wrong[1]}`);
        return [wrong[0], {}];
      }
      const status = subscribed.answers.shift() ?? 201;
      const { ttl, topic, urgency } = request.headers;
      messages.push({
        id,
        status,
        body: body.toString('base64url'),
        ttl: Number(ttl),
        topic: String(topic),
        urgency: String(urgency),
      });
      if (status === 429) return [status, { 'retry-after': '1' }];
      return [status, status === 201 ? { location: `${origin()}/message/${messages.length}` } : {}];
    };
    answer().then(
      ([status, headers]) => {
        response.writeHead(status, headers).end();
        changed();
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
const origin = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

/** Resolves once so much has happened. */
function until(isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isDone()) return;
      waiting.delete(check);
      resolve();
    };
    waiting.add(check);
    check();
  });
}

async function obey(path: string, asked: object): Promise<unknown> {
  if (path === '/subscribe') {
    const subscribed = asked as Subscribed & { id: string };
    subscriptions.set(subscribed.id, subscribed);
    return {};
  }
  if (path === '/complaints') return complaints;
  const { id, count } = asked as { id: string; count: number };
  const theirs = () => messages.filter((message) => message.id === id);
  await until(() => theirs().length >= count);
  return theirs();
}

const control = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    obey(request.url ?? '', JSON.parse(Buffer.concat(chunks).toString())).then(
      (answered) => response.end(JSON.stringify(answered)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});

service.listen(0, '127.0.0.1', () => {
  control.listen(0, '127.0.0.1', () => {
    const port = (service.address() as AddressInfo).port;
    process.stdout.write(`ready ${port} ${(control.address() as AddressInfo).port}\n`);
  });
});

// Whoever started it may be killed without a word.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000);
