import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let anyName: TestServer;
beforeAll(async () => {
  const allowedHosts = ['vitrine.example', 'shop.example', 'localhost', '127.0.0.1', '[::1]'];
  server = await startTestServer({ config: { publicUrl: 'https://vitrine.example', allowedHosts } });
  anyName = await startTestServer();
});
afterAll(async () => {
  await server?.stop();
  await anyName?.stop();
});

function ask({ url }: TestServer, path: string, host: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(url + path, { headers: { host } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += String(chunk);
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asking.on('error', reject);
    asking.end();
  });
}

test('with a public address the server answers to its names and to those of the machine, with any port', async () => {
  for (const host of [
    'vitrine.example',
    'VITRINE.example:443',
    'shop.example',
    'localhost:8000',
    '127.0.0.1',
    '[::1]:8000',
  ]) {
    expect((await ask(server, '/api/config/', host)).status, host).toBe(200);
  }
});

test('under any other name it does nothing and says where it is; load balancers may ask how it is', async () => {
  for (const host of [
    'evil.example',
    'vitrine.example.evil.example',
    '10.0.0.7:8000',
    'localhost.evil.example',
  ]) {
    for (const path of ['/api/config/', '/', '/files/0', '/api/healthy', '/api/health/../config/']) {
      expect(await ask(server, path, host), `${host} ${path}`).toEqual({
        status: 421,
        text: 'This server is not reached by that name: please use https://vitrine.example/.\n',
      });
    }
    expect((await ask(server, '/api/health', host)).status).toBe(200);
    expect((await ask(server, '/api/ready?x=1', host)).status).toBe(200);
  }
});

test('without a public address any name will do', async () => {
  expect((await ask(anyName, '/api/config/', '10.0.0.7:8000')).status).toBe(200);
});
