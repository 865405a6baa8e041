import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectStripe } from './billing/stripe/connect-stripe.ts';
import { prepareStripe } from './billing/stripe/prepare-stripe.ts';
import { readConfig } from './config.ts';
import { findPlaces } from './process/find-places.ts';
import { describeStartFailure, SetupError } from './process/setup-error.ts';

try {
  // The webhook's secret is what it is run for.
  const environment = { ...process.env };
  environment.STRIPE_WEBHOOK_SECRET ||= 'not made yet';
  const { payments, catalogue, publicUrl } = readConfig(
    environment,
    findPlaces(dirname(fileURLToPath(import.meta.url))),
  );
  if (payments.kind !== 'stripe') throw new SetupError('STRIPE_SECRET_KEY must be set.');
  await prepareStripe(connectStripe(payments), catalogue, publicUrl, (line) =>
    process.stdout.write(`${line}\n`),
  );
  process.stdout.write('Stripe has all that is needed.\n');
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}
