import { AppError } from '../../contract/failure.ts';
import type { Services } from '../deps.ts';
import type { Payments } from './payments.ts';

/** The payment provider. @throws AppError `not-configured` where nothing is sold. */
export function paymentsOf(deps: { readonly services: Pick<Services, 'payments'> }): Payments {
  const { payments } = deps.services;
  if (payments === null) throw new AppError({ code: 'not-configured' });
  return payments;
}
