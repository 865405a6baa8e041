import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import webPush from 'web-push';
import type { PushMessage, PushSubscriptionBody } from '../../contract/http/notices.ts';
import type { Config } from '../config.ts';
import { isPushEndpoint, lookupPublic } from './push-services.ts';
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

export type SendPush = (subscription: PushSubscriptionBody, message: PushMessage) => Promise<PushOutcome>;

/** Sends one message, encrypted for its device, to the push service of the device's browser. Never throws. */
export function createSendPush(
  { pushServices, publicUrl, salesEmail }: Pick<Config, 'pushServices' | 'publicUrl' | 'salesEmail'>,
  keys: VapidKeys,
): SendPush {
  const isHttps = publicUrl.startsWith('https:');
  const subject = isHttps ? publicUrl : `mailto:${salesEmail ?? `noreply@${new URL(publicUrl).hostname}`}`;
  return async (subscription, message) => {
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
      return judge(await post(endpoint, { ...headers }, body ?? Buffer.alloc(0), isOwn));
    } catch (error) {
      return { kind: 'later', seconds: RETRY_SECONDS, reason: String(error) };
    }
  };
}

interface Answer {
  readonly status: number;
  /** The header as it came. */
  readonly retryAfter: string | undefined;
}

/** One POST. No redirect is followed, and nothing of the answer is read but its head. */
function post(
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer,
  isOwn: boolean,
): Promise<Answer> {
  const send = endpoint.startsWith('https:') ? request : requestPlain;
  return new Promise((resolve, reject) => {
    const call = send(endpoint, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(isOwn ? {} : { lookup: lookupPublic }),
    });
    call.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.on('error', () => {});
      response.destroy();
    });
    call.on('error', reject);
    call.end(body);
  });
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
