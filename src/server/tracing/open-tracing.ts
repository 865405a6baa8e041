import { setTimeout as wait } from 'node:timers/promises';
import { setTracing } from './span.ts';

/** What is told of this process with every span. */
export interface TracedProcess {
  readonly version: string;
  readonly role: string;
}

/** What is left when a process ends is sent within this time. */
const CLOSE_MS = 2_000;

const NONE = { close: async () => {} };

/**
 * Sends traces to a collector of OpenTelemetry where its own variables name one: `OTEL_EXPORTER_OTLP_ENDPOINT` or
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`; the SDK reads the others itself (headers, sampler, service name). Without them nothing
 * of it is loaded, and {@link span} costs nothing. A collector that does not answer holds up nobody: what it does not take
 * in time is dropped.
 *
 * @returns Sends what is left, for two seconds at most, and stops.
 */
export async function openTracing(
  environment: Readonly<Record<string, string | undefined>>,
  { version, role }: TracedProcess,
): Promise<{ close(): Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = environment;
  const url = own || (all ? `${all.replace(/\/$/, '')}/v1/traces` : null);
  if (url === null) return NONE;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': environment.OTEL_SERVICE_NAME || 'vitrine',
      'service.version': version,
      'service.instance.id': `${role}-${process.pid}`,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  provider.register();
  setTracing({ api, tracer: provider.getTracer('vitrine', version) });
  return {
    async close() {
      setTracing(null);
      const ended = provider.shutdown().catch(() => {});
      await Promise.race([ended, wait(CLOSE_MS, undefined, { ref: false })]);
      for (const part of [api.trace, api.context, api.propagation]) part.disable();
    },
  };
}
