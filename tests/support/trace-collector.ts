import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { openTracing } from '../../src/server/tracing/open-tracing.ts';

/** As OTLP has it in JSON, what is looked at of it. */
export interface ToldSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly events?: { readonly name: string }[];
}

/** A collector of OpenTelemetry. */
export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  spans(): ToldSpan[];
  /** All that it was sent, as it came. */
  said(): string;
  stop(): Promise<void>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/v1/traces') bodies.push(body);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: ToldSpan[] }[] }) =>
          resource.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    said: () => bodies.join(''),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Undefined for one that it has not. */
export function attributeOf(told: ToldSpan, key: string): unknown {
  const [value] = Object.values(told.attributes.find((one) => one.key === key)?.value ?? {});
  return value;
}

/** OTLP's number for what is asked of others. */
export const CLIENT = 3;

/** Each test of the file is traced into a collector of its own. @returns The running test's. */
export function traceEachTest(): {
  readonly collector: Pick<TraceCollector, 'spans' | 'said'>;
  readonly tracing: { close(): Promise<void> };
} {
  let collector: TraceCollector;
  let tracing: { close(): Promise<void> };
  beforeEach(async () => {
    collector = await startTraceCollector();
    tracing = await openTracing(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
      { version: '1', role: 'all' },
    );
  });
  afterEach(async () => {
    await tracing.close();
    await collector.stop();
  });
  return {
    collector: { spans: () => collector.spans(), said: () => collector.said() },
    tracing: { close: () => tracing.close() },
  };
}
