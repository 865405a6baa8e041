import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Metrics, serveMetrics } from '../../../src/server/process/serve-metrics.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let metrics: Metrics;
let server: TestServer;
beforeAll(async () => {
  metrics = await serveMetrics('127.0.0.1', 0);
  server = await startTestServer({ registry: metrics.registry });
});
afterAll(async () => {
  await server.stop();
  await metrics.close();
});

test('calls are counted by route, on a port of their own', async () => {
  await server.app.inject('/api/health?secret=1');
  await server.app.inject({ url: '/api/users/me/' });
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/`)).text();
  expect(text).toContain('vitrine_http_seconds_count{method="GET",route="/api/health",status="200"} 1');
  expect(text).toContain('vitrine_http_seconds_count{method="GET",route="/api/users/me/",status="401"} 1');
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toContain('secret');
  expect((await server.app.inject('/metrics')).statusCode).toBe(404);
});

test('a taken port is said in words', async () => {
  await expect(serveMetrics('127.0.0.1', metrics.port)).rejects.toThrow(/^METRICS_PORT \d+ is taken/);
  await expect(serveMetrics('203.0.113.1', 0)).rejects.toThrow(/^METRICS_HOST 203\.0\.113\.1 is no address/);
});
