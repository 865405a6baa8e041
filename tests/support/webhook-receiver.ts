import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { SIGNATURE_HEADER, type WebhookMessage } from '../../src/contract/http/keys/webhooks.ts';

/** What a receiver does with a call: an answer, none at all, or the end of the connection. */
type Behaviour = number | 'silent' | 'reset';

/** A customer's program: takes webhooks on a port of its own. */
export interface WebhookReceiver {
  readonly origin: string;
  readonly url: string;
  /** What it does with the next calls; 204 after these. */
  readonly behaviours: Behaviour[];
  /** Every call, in order. */
  readonly calls: readonly ReceivedCall[];
  stop(): Promise<void>;
}
export interface ReceivedCall {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: WebhookMessage;
}

export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const behaviours: Behaviour[] = [];
  const calls: ReceivedCall[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { method = '', headers } = request;
      calls.push({ method, headers, body, message: JSON.parse(body) as WebhookMessage });
      const behaviour = behaviours.shift() ?? 204;
      if (behaviour === 'reset') request.socket.destroy();
      else if (behaviour !== 'silent')
        response.writeHead(behaviour, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/hook`,
    behaviours,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether a message is signed, by the library that verifies those of Stripe. */
export function isSigned({ body, headers }: ReceivedCall, secret: string): boolean {
  try {
    Stripe.webhooks.constructEvent(body, String(headers[SIGNATURE_HEADER]), secret);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}
