import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { bundleEntry, type Child, makeSmallRoot, startChild } from '../../support/child-process.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/test-certificate.ts';

/** The product as it is started with LAN=on, asked as a tablet asks that trusts its authority. */

let main: string;
let root: string;
let dataDir: string;
let port: number;
let environment: Record<string, string>;
beforeAll(async () => {
  main = await bundleEntry('src/server/main.ts');
  root = await mkdtemp(join(tmpdir(), 'vitrine-root-'));
  await makeSmallRoot(root);
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-on-lan-'));
  port = await findPort();
  environment = {
    DATA_DIR: dataDir,
    STATE_DIR: join(inject('postgresDir'), 'state'),
    PORT: String(port),
    LAN: 'on',
    LAN_HTTP_PORT: String(await findPort()),
    COMFY_URLS: 'off',
  };
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await rm(root, { recursive: true, force: true });
});

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const get = (
  url: string,
  options: { ca?: string; servername?: string; headers?: Record<string, string> } = {},
) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const ask = url.startsWith('https:') ? request : requestHttp;
    ask(url, { rejectUnauthorized: true, agent: false, ...options }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += String(chunk);
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
    })
      .on('error', reject)
      .end();
  });

/** What a test that failed left running. */
const running = new Set<Child>();
afterEach(async () => {
  for (const child of running) {
    child.process.kill('SIGTERM');
    await child.ended;
  }
  running.clear();
});

function start(more: Record<string, string> = {}): Child {
  const child = startChild(main, { ...environment, ...more }, { cwd: root });
  running.add(child);
  return child;
}

async function stop(child: Child): Promise<string> {
  running.delete(child);
  child.process.kill('SIGTERM');
  const { code, output } = await child.ended;
  expect(code, output).toBe(0);
  return output;
}

test('a tablet finds, trusts and opens it; the owner’s link leads there; the authority stays over starts', async () => {
  const first = start();
  const [, address = ''] = await first.line(/^Vitrine is ready: (https:\S+)$/m);
  const [, link = ''] = await first.line(/once: (https:\S+)#owner=/);
  const [, trust = ''] = await first.line(/^ {2}(http:\S+) first:/m);
  const [, printA = '', printB = ''] = await first.line(
    /^ {2}((?:\w\w:){15}\w\w)\n {2}((?:\w\w:){15}\w\w)\n/m,
  );
  expect(link).toBe(address);
  const { hostname } = new URL(address);
  const own = Object.values(networkInterfaces()).flatMap((infos) => infos ?? []);
  const shared = own.filter(({ internal }) => !internal).map((info) => info.address);
  expect(shared).toContain(hostname.replace(/^\[|\]$/g, ''));

  // 1. What the tablet is given, and that it is what the terminal showed.
  const page = await get(trust);
  expect(page.text).toContain(printA);
  expect(page.text).toContain(`href="${address}"`);
  const { text: ca } = await get(`${trust}vitrine.crt`);
  expect(new X509Certificate(ca).fingerprint256).toBe(`${printA}:${printB}`);
  expect(ca).not.toContain('PRIVATE');

  // 2. Over every name that it has, believed without any exception; over none without the authority.
  for (const host of [hostname, '127.0.0.1', 'localhost', '[::1]']) {
    const url = `https://${host}:${port}/api/config/`;
    const config = await get(url, { ca });
    expect(JSON.parse(config.text), host).toMatchObject({
      lan: { address, trust_address: trust, fingerprint: `${printA}:${printB}` },
    });
    await expect(get(url)).rejects.toThrow(/certificate/);
  }

  // 3. The name of somebody else's page is refused, as the page without encryption refuses it.
  const elsewhere = { ca, servername: 'localhost', headers: { host: `evil.example:${port}` } };
  expect((await get(`https://localhost:${port}/api/config/`, elsewhere)).status).toBe(421);
  expect((await get(trust, { headers: { host: 'evil.example' } })).status).toBe(421);

  // 4. Its policy lets a page of any of its names open a socket there; plain http is not forgotten for the other port.
  const { headers } = await get(`https://127.0.0.1:${port}/`, { ca });
  expect(headers['content-security-policy']).toContain(`wss://localhost:${port}`);
  expect(headers['strict-transport-security']).toBeUndefined();
  expect((await stat(join(dataDir, 'lan', 'authority.pem'))).mode & 0o777).toBe(0o600);
  await stop(first);

  const second = start();
  await second.line(/^Vitrine is ready: https:/m);
  expect((await get(`${trust}vitrine.crt`)).text).toBe(ca);
  await stop(second);
});

test('with TLS_CERT that is used, no authority is made, and nothing is to be installed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-given-'));
  const given = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  await writeFile(given.TLS_CERT, TEST_CERTIFICATE);
  await writeFile(given.TLS_KEY, TEST_KEY);
  const wrong = await start({ ...given, DATA_DIR: folder }).ended;
  expect(wrong.output).toMatch(/^TLS_CERT is not for \S+: set PUBLIC_URL to an address with a name/);
  expect(wrong.code).toBe(1);

  const child = start({ ...given, PUBLIC_URL: `https://localhost:${port}` });
  await child.line(/^Vitrine is ready: https:\/\/localhost:/m);
  const config = await get(`https://localhost:${port}/api/config/`, { ca: TEST_CERTIFICATE });
  expect(JSON.parse(config.text)).toMatchObject({ lan: { fingerprint: null } });
  const page = await get(`http://127.0.0.1:${environment.LAN_HTTP_PORT}/`);
  expect(page.text).toContain('Nothing is to be installed here');
  await stop(child);
  await expect(readFile(join(folder, 'lan', 'authority.pem'))).rejects.toThrow('ENOENT');
  await rm(folder, { recursive: true, force: true });
});

test('a taken port of the page stops the start in one sentence', async () => {
  const other = createServer().listen(Number(environment.LAN_HTTP_PORT), '::');
  await once(other, 'listening');
  const { code, output } = await start().ended;
  other.close();
  expect(output).toMatch(
    /^Port \d+, for the page .* does not open \(EADDRINUSE\): set LAN_HTTP_PORT to another one\.\n$/,
  );
  expect(code).toBe(1);
});
