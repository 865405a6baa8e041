import { Histogram, type Registry } from 'prom-client';
import type { App } from './app.ts';

/** Seconds. A render is ordered within a call, not made; the longest are uploads. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Times every call by method, route and status. The route's pattern is the label, never the address. */
export function measureCalls(app: App, registry: Registry): void {
  const calls = new Histogram({
    name: 'vitrine_http_seconds',
    help: 'Seconds until a call was answered.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    calls.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}
