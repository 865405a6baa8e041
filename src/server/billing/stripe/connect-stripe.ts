import { Stripe } from 'stripe';
import { traceRequest } from '../../tracing/trace-request.ts';
import type { PaymentSettings } from '../read-payment-settings.ts';

/** The version this code was written for; Stripe keeps it for us. */
export const STRIPE_API_VERSION = '2026-10-28.endive';
/** A person waits for most calls. */
const TIMEOUT_MS = 15_000;
const RETRIES = 2;

/** Stripe's own client. A call that is repeated keeps its idempotency key. */
export function connectStripe(settings: Extract<PaymentSettings, { kind: 'stripe' }>): Stripe {
  const { hostname, port, protocol } = new URL(settings.apiUrl);
  return new Stripe(settings.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: traced(),
  });
}

/** As Stripe's own, with a span for each try. */
function traced(): NonNullable<Stripe.StripeConfig['httpClient']> {
  const http = Stripe.createNodeHttpClient();
  return {
    getClientName: () => http.getClientName(),
    makeRequest(host, port, path, method, headers, data, protocol, timeoutMs) {
      const call = {
        peer: 'stripe',
        method,
        url: `${protocol}://${host}:${port}`,
        // Words are what is asked for, all else is somebody's id.
        template: path.replace(/\?.*/, '').replace(/(?<=\/)(?!v\d+\b)[^/]*[^/a-z_][^/]*/g, '{id}'),
      } as const;
      const send = () => http.makeRequest(host, port, path, method, headers, data, protocol, timeoutMs);
      return traceRequest(call, send, (answer) => answer.getStatusCode());
    },
  };
}
