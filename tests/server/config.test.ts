import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/server/config.ts';

const rootDir = join(import.meta.dirname, '../..');
const read = (environment: Record<string, string>) =>
  readConfig(environment, { rootDir, migrationsDir: '/migrations', workersDir: '/workers' });

test('an empty environment is one person on a laptop', () => {
  expect(read({ DATABASE_URL: '', PORT: '' })).toMatchObject({
    role: 'all',
    host: '127.0.0.1',
    port: 8000,
    publicUrl: 'http://localhost:8000',
    allowedHosts: null,
    databaseUrl: null,
    jwtSecret: null,
    signupCredits: 2000,
    renderCost: 200,
    rendersKeptDays: null,
    allowedOrigins: [],
    trustedProxies: false,
    tls: null,
  });
  expect(Object.isFrozen(read({}))).toBe(true);
});

test('a company sets addresses, lists and secrets', () => {
  const config = read({
    ROLE: 'api',
    PUBLIC_URL: 'https://vitrine.example/',
    ALLOWED_ORIGINS: 'https://shop.example/, http://localhost:5173',
    TRUST_PROXY: '10.0.0.1, 10.0.0.2',
    DATABASE_URL: 'postgres://u:p@db/vitrine',
    JWT_SECRET: 'x'.repeat(32),
    COMFY_URLS: 'http://gpu1:8188,https://gpu2.example/comfy',
    COMFY_HEADERS: '{"https://gpu2.example/comfy/": {"Authorization": "Bearer secret"}}',
    COMFY_CHECKPOINT: 'juggernaut*xl, sd_xl_base',
    COMFY_NON_COMMERCIAL: 'on',
    RENDER_COST: '0',
  });
  expect(config).toMatchObject({
    role: 'api',
    publicUrl: 'https://vitrine.example',
    allowedHosts: ['vitrine.example', 'shop.example', 'localhost', '127.0.0.1', '[::1]'],
    allowedOrigins: ['https://shop.example', 'http://localhost:5173'],
    trustedProxies: ['10.0.0.1', '10.0.0.2'],
    comfyServers: [
      { url: 'http://gpu1:8188', headers: {}, isExpected: true },
      { url: 'https://gpu2.example/comfy', headers: { Authorization: 'Bearer secret' }, isExpected: true },
    ],
    comfyCheckpoints: ['juggernaut*xl', 'sd_xl_base'],
    comfyNonCommercial: true,
    renderCost: 0,
  });
});

test('staff need a second factor where that is said, and nothing else is taken for it', () => {
  expect(read({}).staffNeedFactor).toBe(false);
  expect(read({ STAFF_SECOND_FACTOR: 'off' }).staffNeedFactor).toBe(false);
  expect(read({ STAFF_SECOND_FACTOR: 'required' }).staffNeedFactor).toBe(true);
  expect(() => read({ STAFF_SECOND_FACTOR: 'on' })).toThrow('STAFF_SECOND_FACTOR must be required or off.');
});

test('TLS makes the default address https', () => {
  expect(read({ TLS_CERT: 'c.pem', TLS_KEY: 'k.pem', PORT: '8443' }).publicUrl).toBe(
    'https://localhost:8443',
  );
});

test('ComfyUI is looked for at its usual address, quietly, unless that is switched off', () => {
  expect(read({}).comfyServers).toEqual([{ url: 'http://127.0.0.1:8188', headers: {}, isExpected: false }]);
  expect(read({ COMFY_URLS: 'off' }).comfyServers).toEqual([]);
});

test('what is wrong with secret headers is said without them', () => {
  const headers = '{"http://gpu1:8188": {"X-Key": "top\\nsecret"}}';
  const reading = () => read({ COMFY_URLS: 'http://gpu1:8188', COMFY_HEADERS: headers });
  expect(reading).toThrow(/^COMFY_HEADERS must be JSON such as/);
  expect(reading).not.toThrow(/secret/);
});

test.each([
  [
    { ROLE: 'worker', S3_BUCKET: 'vitrine' },
    'With ROLE=worker and S3_BUCKET DATABASE_URL must be set: an embedded database of its own would not know the files there.',
  ],
  [{ ROLE: 'api', DATABASE_URL: 'postgres://db/v' }, 'With ROLE=api JWT_SECRET must be set'],
  [{ PORT: '70000' }, 'PORT must be at most 65535.'],
  [{ PORT: '-1' }, 'PORT must be a whole number.'],
  [{ PUBLIC_URL: 'vitrine.example' }, 'PUBLIC_URL must be an http or https address.'],
  [{ ALLOWED_ORIGINS: 'https://a.example,*' }, 'ALLOWED_ORIGINS must be an http or https address.'],
  [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters.'],
  [{ TLS_CERT: 'c.pem' }, 'TLS_CERT and TLS_KEY must be set together.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug or silent.'],
  [{ SIGNUP_CREDITS: '1e3' }, 'SIGNUP_CREDITS must be a whole number.'],
  [{ COMFY_URLS: 'file:///etc/passwd' }, 'COMFY_URLS must be an http or https address.'],
  [{ COMFY_HEADERS: 'Bearer x' }, 'COMFY_HEADERS must be JSON such as'],
  [
    { COMFY_URLS: 'http://gpu1:8188', COMFY_HEADERS: '{"http://gpu2:8188": {"A": "b"}}' },
    'COMFY_HEADERS names an address that COMFY_URLS does not.',
  ],
])('%o is refused in one sentence', (environment, sentence) => {
  expect(() => read(environment as unknown as Record<string, string>)).toThrow(sentence);
});
