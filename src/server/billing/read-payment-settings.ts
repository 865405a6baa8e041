import type { Environment } from '../environment.ts';
import { addressOf } from '../process/read-comfy-servers.ts';
import { SetupError } from '../process/setup-error.ts';

/** `test`: a checkout of our own that charges no card and goes through the same signed messages. */
export type PaymentSettings =
  | { readonly kind: 'off' }
  | { readonly kind: 'test' }
  | {
      readonly kind: 'stripe';
      readonly secretKey: string;
      readonly webhookSecret: string;
      /** Origin of its API: Stripe's own, but for tests. */
      readonly apiUrl: string;
    };

/** @throws SetupError for variables that do not go together. */
export function readPayments(values: Environment): PaymentSettings {
  if (!values.CREDITS && (values.PAYMENTS === 'test' || values.STRIPE_SECRET_KEY)) {
    throw new SetupError('With CREDITS=off nothing is sold: unset PAYMENTS and STRIPE_SECRET_KEY.');
  }
  const { PAYMENTS, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = values;
  if (!STRIPE_SECRET_KEY) return { kind: PAYMENTS };
  if (PAYMENTS === 'test')
    throw new SetupError('PAYMENTS=test and STRIPE_SECRET_KEY cannot be set together.');
  if (!STRIPE_WEBHOOK_SECRET) {
    throw new SetupError(
      'With STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET must be set, as the webhook shows it.',
    );
  }
  return {
    kind: 'stripe',
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: addressOf(STRIPE_API_URL),
  };
}
