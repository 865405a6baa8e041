import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/server/process/create-logger.ts';
import { openTracing } from '../../../src/server/tracing/open-tracing.ts';
import { carryTrace, isTracing, span } from '../../../src/server/tracing/span.ts';
import { startRenderServer } from '../../support/render-server.ts';
import { attributeOf, startTraceCollector, type TraceCollector } from '../../support/trace-collector.ts';

let collector: TraceCollector;
beforeEach(async () => {
  collector = await startTraceCollector();
});
afterEach(() => collector.stop());

const open = (given: Record<string, string> = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }) =>
  openTracing(given, { version: '1.2.3', role: 'all' });

test('an order is one trace from its call to its picture, and says nothing of what people wrote', async () => {
  const tracing = await open();
  const server = await startRenderServer();
  const ada = await server.signUp();
  const stranger = '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01';
  await fetch(`${server.url}/api/users/me/`, { headers: { ...ada.headers, traceparent: stranger } });
  const { body } = await server.order(ada, { positive_prompt: 'a red velvet curtain' });
  await server.finish(ada, body.id);
  await fetch(`${server.url}/files/${'0'.repeat(64)}?expires=1&signature=secretsignature`);
  await server.stop();
  await tracing.close();

  const told = collector.spans();
  const call = told.find(({ name }) => name === 'POST /api/render/');
  if (call === undefined) throw new Error(told.map(({ name }) => name).join(', '));
  expect(attributeOf(call, 'http.response.status_code')).toBeGreaterThanOrEqual(200);
  const render = told.find(({ name }) => name === 'render');
  expect(render).toMatchObject({ traceId: call.traceId, parentSpanId: call.spanId });
  expect(render?.events?.map(({ name }) => name)).toContain('path-trace');
  const within = (parent: string | undefined) => told.filter(({ parentSpanId }) => parentSpanId === parent);
  expect(within(call.spanId).map(({ name }) => name)).toContain('postgresql insert');
  expect(within(render?.spanId).map(({ name }) => name)).toContain('postgresql update');
  // What the server does by itself is no part of any trace.
  expect(within(undefined).every(({ name }) => /^[A-Z]+ \//.test(name) || name === 'OPTIONS none')).toBe(
    true,
  );
  // Nobody in front of it is trusted.
  expect(told.some(({ traceId }) => traceId.startsWith('aaaa'))).toBe(false);
  for (const secret of [ada.email, 'velvet', 'secretsignature', 'Bearer']) {
    expect(collector.said().includes(secret), secret).toBe(false);
  }
  expect(collector.said()).toContain('"service.version"');
});

test('what fails is told to have failed, without its words; a log line says where it belongs', async () => {
  const tracing = await open({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.endpoint}/v1/traces` });
  let printed = '';
  const logger = createLogger(
    'info',
    new Writable({
      write(chunk, _encoding, done) {
        printed += chunk;
        done();
      },
    }),
  );
  let carried: string | undefined;
  const failing = span('outer', {}, () =>
    span('inner', {}, async () => {
      carried = carryTrace();
      logger.info('within');
      throw new TypeError("the secret of 'Ada'");
    }),
  );
  await expect(failing).rejects.toThrow(TypeError);
  logger.info('outside');
  await tracing.close();
  const [inner, outer] = collector.spans();
  expect([inner?.name, outer?.name]).toEqual(['inner', 'outer']);
  expect(inner).toMatchObject({ parentSpanId: outer?.spanId, traceId: outer?.traceId, status: { code: 2 } });
  expect(collector.said()).not.toContain('Ada');
  expect(carried).toBe(`00-${inner?.traceId}-${inner?.spanId}-01`);
  const [within, outside] = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(within).toMatchObject({ trace_id: inner?.traceId, span_id: inner?.spanId });
  expect(outside).not.toHaveProperty('trace_id');
});

test('without a collector nothing is traced; one that is away holds up and breaks nothing', async () => {
  const none = await open({});
  expect(isTracing()).toBe(false);
  expect(await span('x', {}, async () => carryTrace() ?? 'nothing')).toBe('nothing');
  await none.close();
  const away = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect(await span('x', {}, async () => 7)).toBe(7);
  await away.close();
  expect(isTracing()).toBe(false);
});
