// Entry: a company's provider of identities, oidc-provider of npm, which is none of ours. Signing in there takes any name and
// password; what it says of people by their names is set on another port.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const {
  REDIRECT_URI,
  CLIENT_ID,
  CLIENT_SECRET,
  ENDS_SESSIONS,
  FULL_TOKENS,
  AT = '',
  FAKE_PORT = '0',
} = process.env;
const people = new Map();
let isSilent = false;
const waiting = createServer();
const listen = (server, port) =>
  new Promise((resolve) => server.listen(Number(port), '127.0.0.1', () => resolve(server.address().port)));
// The issuer has its port in its name.
const port = await listen(waiting, FAKE_PORT);
await new Promise((resolve) => waiting.close(resolve));

const provider = new Provider(`http://127.0.0.1:${port}${AT}`, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [REDIRECT_URI],
      post_logout_redirect_uris: [new URL('/', REDIRECT_URI).href],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  cookies: { keys: ['a key of tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  // False: the ID token has all of it.
  conformIdTokenClaims: FULL_TOKENS !== 'true',
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: true },
    userinfo: { enabled: true },
    rpInitiatedLogout: { enabled: ENDS_SESSIONS === 'true' },
  },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: (use) => {
      // `asked`: only at the userinfo endpoint; null: which fails.
      const { asked = {}, ...said } = people.get(id) ?? { email: `${id}@example.com`, email_verified: true };
      if (use === 'id_token') return { sub: id, ...said };
      if (asked === null) throw new Error('out of order');
      return { sub: id, ...said, ...asked };
    },
  }),
});
const handle = provider.callback();
const server = createServer((request, response) => {
  if (isSilent && /token|jwks|openid-configuration/.test(request.url)) return;
  // It lies below its path, as `originalUrl` tells it.
  request.originalUrl = request.url;
  request.url = request.url.slice(AT.replace(/\/$/, '').length);
  handle(request, response);
});
await listen(server, port);

const control = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const asked = JSON.parse(Buffer.concat(chunks).toString());
    if (asked.id !== undefined) people.set(asked.id, asked.claims);
    if (asked.isSilent !== undefined) isSilent = asked.isSilent;
    response.end('{}');
  });
});
process.stdout.write(`ready ${port} ${await listen(control, 0)}\n`);

// Whoever started it may be killed without a word.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000);
