import { createHmac } from 'node:crypto';
import { DAY_MS } from '../../contract/constants.ts';
import { WEBHOOK_SECRET_PREFIX } from '../../contract/http/keys/webhooks.ts';
import { deriveKey } from '../process/secret.ts';

/** So long messages are signed with the secret before, too. */
export const ROLL_MS = DAY_MS;

/** What the secret of a webhook is made of. */
export interface Signed {
  readonly id: string;
  readonly generation: number;
  readonly rolledAt: Date | null;
}

/** The secret of a webhook, which follows from the server's: the database keeps none. */
export function deriveWebhookSecret(
  secret: Uint8Array,
  { id, generation }: Pick<Signed, 'id' | 'generation'>,
): string {
  const made = createHmac('sha256', deriveKey(secret, 'webhooks')).update(`${id}:${generation}`).digest();
  return WEBHOOK_SECRET_PREFIX + made.toString('base64url');
}

/**
 * Signs a message as Stripe does (https://docs.stripe.com/webhooks#verify-manually): HMAC-SHA256 of `SECONDS.BODY`, so that
 * libraries which verify theirs verify ours.
 */
export function signMessage(secret: Uint8Array, webhook: Signed, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const { id, generation, rolledAt } = webhook;
  const isRolling = rolledAt !== null && now.getTime() < rolledAt.getTime() + ROLL_MS;
  const signatures = [generation, ...(isRolling ? [generation - 1] : [])].map((one) => {
    const key = deriveWebhookSecret(secret, { id, generation: one });
    return `v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
  });
  return [`t=${seconds}`, ...signatures].join(',');
}
