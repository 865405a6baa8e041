import type { Config } from '../config.ts';
import type { App } from '../http/app.ts';
import { beginSpan, isTracing } from './span.ts';

/**
 * A span for every call, by method and route: never the address, which may hold a signature or a ticket. Whoever calls says
 * what it belongs to only where a proxy in front is trusted; else anybody could choose what is recorded.
 */
export function traceCalls(app: App, config: Pick<Config, 'trustedProxies'>): void {
  if (!isTracing()) return;
  const isTrusted = config.trustedProxies !== false;
  app.addHook('onRequest', (request, reply, done) => {
    const { method, id } = request;
    const { traceparent } = request.headers;
    const parent = isTrusted && typeof traceparent === 'string' ? traceparent : undefined;
    const begun = beginSpan(method, { 'http.request.method': method, 'vitrine.request_id': id }, parent);
    if (begun === null) return done();
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? 'none';
      const { statusCode } = reply;
      const facts = { 'http.route': route, 'http.response.status_code': statusCode };
      begun.end(facts, statusCode >= 500, `${method} ${route}`);
    });
    begun.within(done);
  });
}
