import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { SharedCounts } from './shared-counts.ts';

type Tell = Parameters<FastifyRateLimitStore['incr']>[1];
/** Typed as a route by the plugin; what it hands on is a limit that names its route, if it is one of a route. */
type OwnLimit = Parameters<FastifyRateLimitStore['child']>[0] & {
  readonly routeInfo?: { readonly method?: string | string[]; readonly url?: string };
};

/** Callers that one process counts at once for the wide limit; of more, the one that began first begins anew. */
const CALLERS_MAX = 5_000;

/**
 * Where the rate limits count: the wide one in this process, at no cost; each tight one in counts that all processes on
 * one database share.
 */
export function createRateLimitStore(shared: SharedCounts): FastifyRateLimitStoreCtor {
  const wide = new Map<string, { current: number; readonly endsAtMs: number }>();
  const tight = ({ routeInfo = {} }: OwnLimit) => {
    const place = `${String(routeInfo.method ?? '')} ${routeInfo.url ?? ''}`;
    const incr = (key: string, tell: Tell, windowMs: number, max: number): void => {
      shared.add(`${place} ${key}`, windowMs, max).then(
        (count) => tell(null, count),
        (error: Error) => tell(error),
      );
    };
    return { incr, child: tight };
  };
  const count = (key: string, windowMs: number) => {
    const now = performance.now();
    const known = wide.get(key);
    if (known !== undefined && known.endsAtMs > now) return known;
    const fresh = { current: 0, endsAtMs: now + windowMs };
    wide.delete(key);
    wide.set(key, fresh);
    const [oldest] = wide.keys();
    if (wide.size > CALLERS_MAX && oldest !== undefined) wide.delete(oldest);
    return fresh;
  };
  return class {
    child = tight;
    incr(key: string, tell: Tell, windowMs: number): void {
      const known = count(key, windowMs);
      known.current += 1;
      tell(null, { current: known.current, ttl: known.endsAtMs - performance.now() });
    }
  };
}
