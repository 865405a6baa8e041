import webPush from 'web-push';
import type { PushMessage, PushSubscriptionBody } from '../../contract/http/notices.ts';
import type { Config } from '../config.ts';
import { type Answer, postOutside } from '../outside/post-outside.ts';
import { isPushEndpoint } from './is-push-endpoint.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** A picture that was ready half a day ago is no news. */
const TTL_SECONDS = 12 * 3_600;
const TIMEOUT_MS = 10_000;
/** Of an answer that names no time. */
const RETRY_SECONDS = 30;
const RETRY_MAX_SECONDS = 3_600;

/** What a push service did with a message. */
export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The subscription is over. */
  | { readonly kind: 'gone' }
  /** Nobody answered, or was busy. */
  | { readonly kind: 'later'; readonly seconds: number; readonly reason: string }
  /** It will never take this message. */
  | { readonly kind: 'refused'; readonly reason: string };

/** @param trace What it tells of, see `carryTrace`. */
export type SendPush = (
  subscription: PushSubscriptionBody,
  message: PushMessage,
  trace: string | null,
) => Promise<PushOutcome>;

/** Sends one message, encrypted for its device, to the push service of the device's browser. Never throws. */
export function createSendPush(
  { pushServices, publicUrl, salesEmail }: Pick<Config, 'pushServices' | 'publicUrl' | 'salesEmail'>,
  keys: VapidKeys,
): SendPush {
  const isHttps = publicUrl.startsWith('https:');
  const subject = isHttps ? publicUrl : `mailto:${salesEmail ?? `noreply@${new URL(publicUrl).hostname}`}`;
  return async (subscription, message, trace) => {
    const { endpoint } = subscription;
    if (!isPushEndpoint(endpoint, pushServices)) return { kind: 'gone' };
    try {
      const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
        vapidDetails: { subject, ...keys },
        TTL: TTL_SECONDS,
        urgency: 'normal',
        // Of one render the last word counts.
        topic: `render-${message.render_id}`,
      });
      const isOwn = pushServices.includes(new URL(endpoint).origin);
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const bytes = body ?? Buffer.alloc(0);
      const call = { url: endpoint, headers: { ...headers }, body: bytes, isOwn, signal };
      return judge(await postOutside({ ...call, peer: 'push', trace }));
    } catch (error) {
      return { kind: 'later', seconds: RETRY_SECONDS, reason: String(error) };
    }
  };
}

function judge({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `the push service answered ${status}`;
  if (status === 429 || status >= 500) return { kind: 'later', seconds: readSeconds(retryAfter), reason };
  return { kind: 'refused', reason };
}

/** Seconds of a Retry-After; a date in it counts as none. */
function readSeconds(header: string | undefined): number {
  const seconds = Number.parseInt(header ?? '', 10);
  return Number.isNaN(seconds) ? RETRY_SECONDS : Math.min(Math.max(seconds, 1), RETRY_MAX_SECONDS);
}
