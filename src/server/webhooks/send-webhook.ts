import { SIGNATURE_HEADER } from '../../contract/http/keys/webhooks.ts';
import { postOutside } from '../outside/post-outside.ts';
import { isOutsideUrl } from '../outside/public-addresses.ts';
import type { DueDelivery, Tried } from './due-deliveries.ts';
import { signMessage } from './webhook-secret.ts';

/** What sends need to know of this server. */
export interface Sender {
  readonly secret: Uint8Array;
  /** Of the product. */
  readonly version: string;
  /** Origins that WEBHOOK_ORIGINS names. */
  readonly origins: readonly string[];
  /** So long an answer is waited for. */
  readonly timeoutMs: number;
}

/** Tries once. @param stopping Ends the try; it throws then. */
export async function sendWebhook(sender: Sender, due: DueDelivery, stopping: AbortSignal): Promise<Tried> {
  const { secret, version, origins, timeoutMs } = sender;
  // The configuration may have changed since the address was given.
  if (!isOutsideUrl(due.url, origins)) return { status: null, error: 'unreachable' };
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { status } = await postOutside({
      url: due.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': `Vitrine/${version}`,
        [SIGNATURE_HEADER]: signMessage(secret, due.webhook, due.body, new Date()),
      },
      body: Buffer.from(due.body),
      peer: 'webhook',
      trace: due.trace,
      isOwn: origins.includes(new URL(due.url).origin),
      signal: AbortSignal.any([late, stopping]),
    });
    return { status, error: null };
  } catch (error) {
    if (stopping.aborted) throw error;
    return { status: null, error: late.aborted ? 'late' : 'unreachable' };
  }
}
