import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GSI_BUTTON, GSI_SCRIPT } from './gsi.ts';
import { createKeys } from './mint-token.ts';
import { DEFAULTS, type Switches } from './switches.ts';

/** Entry: a fake Google on one port, and on another what changes it. */
const switches: Switches = { ...DEFAULTS };
const keys = await createKeys();
const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port;
const issuer = () => `http://127.0.0.1:${portOf(google)}`;

const mint = ({ clientId, nonce }: { clientId: string; nonce: string }) =>
  keys.mint({ issuer: issuer(), clientId, nonce, user: switches.user, fault: switches.fault });

const google = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', issuer());
  const send = (type: string, body: string) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
  const json = (body: object) => send('application/json', JSON.stringify(body));
  const isKeys = pathname === '/.well-known/openid-configuration' || pathname === '/oauth2/v3/certs';
  if (isKeys && switches.keys === 'silent') return;
  if (isKeys && switches.keys === 'error') return void response.writeHead(500).end();
  if (pathname === '/.well-known/openid-configuration') {
    return json({ issuer: issuer(), jwks_uri: `${issuer()}/oauth2/v3/certs` });
  }
  if (pathname === '/oauth2/v3/certs') return json({ keys: await keys.publicKeys() });
  if (pathname === '/gsi/client' && !switches.isScriptMissing) return send('text/javascript', GSI_SCRIPT);
  if (pathname === '/gsi/style') return send('text/css', 'iframe[title^="Sign in with Google"]{border:0}');
  // "The given origin is not allowed for the given client ID."
  if (pathname === '/gsi/button' && !request.headers.referer) return void response.writeHead(403).end();
  if (pathname === '/gsi/button') return send('text/html', GSI_BUTTON);
  if (pathname === '/gsi/mint') {
    const clientId = searchParams.get('client_id') ?? '';
    return json({ credential: await mint({ clientId, nonce: searchParams.get('nonce') ?? '' }) });
  }
  response.writeHead(404).end();
}

const control = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    obey(request.url ?? '', JSON.parse(Buffer.concat(chunks).toString())).then(
      (answered) => response.end(JSON.stringify(answered ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});

async function obey(path: string, asked: object): Promise<unknown> {
  if (path === '/switches') return Object.assign(switches, asked);
  if (path === '/rotate') return keys.rotate();
  return mint(asked as { clientId: string; nonce: string });
}

google.listen(Number(process.env.FAKE_PORT ?? 0), '127.0.0.1', () => {
  control.listen(0, '127.0.0.1', () => {
    process.stdout.write(`ready ${portOf(google)} ${portOf(control)}\n`);
  });
});

// Whoever started it may be killed without a word.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000);
