import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../contract/failure.ts';
import type { Deps } from '../deps.ts';
import type { App } from './app.ts';
import { createRateLimitStore } from './rate-limit-store.ts';
import { createSharedCounts } from './shared-counts.ts';

const WINDOW_MS = 60_000;
/** Calls under /api/ that one address may make in a minute: an office of twenty polls and drags less than this. */
const MAX_CALLS = 3_000;

/**
 * Limits calls under /api/ by address, in each process. A route states a tighter limit in `config.rateLimit`, which all
 * processes on one database count together.
 */
export async function limitRates(app: App, deps: Deps): Promise<void> {
  const factor = deps.config.rateLimitFactor;
  /** Limits that count the factor already: GET and its HEAD, and routes that share one, meet here more than once. */
  const scaled = new WeakSet<object>();
  app.addHook('onRoute', (route) => {
    const own = route.config?.rateLimit;
    if (typeof own !== 'object' || typeof own.max !== 'number' || scaled.has(own)) return;
    const limit = { ...own, max: own.max * factor };
    scaled.add(limit);
    route.config = { ...route.config, rateLimit: limit };
  });
  await app.register(rateLimit, {
    global: true,
    max: MAX_CALLS * factor,
    timeWindow: WINDOW_MS,
    store: createRateLimitStore(createSharedCounts(() => deps.database.db)),
    allowList: (request) => factor === 0 || !(request.routeOptions.url ?? '').startsWith('/api/'),
    errorResponseBuilder: (_request, context) =>
      new AppError({ code: 'rate-limited', retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  });
}

/**
 * A second limit for a route, by something in the call other than its address, as a preHandler. All processes on one
 * database count together.
 *
 * @param limit.key Says what is limited as well: no other limit has the same keys.
 *
 * @throws AppError `rate-limited`, from the hook.
 */
export function limitBy(
  app: App,
  deps: Deps,
  limit: {
    readonly max: number;
    readonly windowMs: number;
    readonly key: (request: FastifyRequest) => string;
  },
): (request: FastifyRequest) => Promise<void> {
  const factor = deps.config.rateLimitFactor;
  const count = app.createRateLimit({
    max: limit.max * factor,
    timeWindow: limit.windowMs,
    keyGenerator: limit.key,
    allowList: () => factor === 0,
  });
  return async (request) => {
    const state = await count(request);
    if (!state.isAllowed && state.isExceeded) {
      throw new AppError({ code: 'rate-limited', retryAfterSeconds: state.ttlInSeconds });
    }
  };
}
