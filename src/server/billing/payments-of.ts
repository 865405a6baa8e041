import { AppError } from '../../contract/failure.ts';
import type { Deps } from '../deps.ts';
import type { Payments } from './payments.ts';

/** The payment provider. @throws AppError `not-configured` where nothing is sold. */
export function paymentsOf(deps: Pick<Deps, 'services'>): Payments {
  const { payments } = deps.services;
  if (payments === null) throw new AppError({ code: 'not-configured' });
  return payments;
}
