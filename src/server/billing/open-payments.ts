import type { Deps } from '../deps.ts';
import { deriveKey } from '../process/secret.ts';
import type { Payments } from './payments.ts';
import { createStripePayments } from './stripe/stripe-payments.ts';
import { createTestPayments } from './test-checkout/test-payments.ts';

/** The payment provider that the configuration names; null: nothing is sold here. */
export function openPayments(base: Pick<Deps, 'config' | 'database' | 'secret' | 'now'>): Payments | null {
  const { payments, catalogue } = base.config;
  if (payments.kind === 'off') return null;
  if (payments.kind === 'stripe') return createStripePayments(payments, base.now);
  return createTestPayments({
    db: base.database.db,
    catalogue,
    signingKey: testSigningKey(base.secret),
    now: base.now,
  });
}

/** What the test checkout signs its messages with. */
export function testSigningKey(secret: Uint8Array): string {
  return `whsec_${Buffer.from(deriveKey(secret, 'test-payments')).toString('hex')}`;
}
