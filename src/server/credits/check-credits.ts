import { AppError } from '../../contract/failure.ts';
import type { Deps } from '../deps.ts';

/** @throws AppError `not-configured` on an instance without credits. */
export function checkCredits({ config }: Pick<Deps, 'config'>): void {
  if (!config.hasCredits) throw new AppError({ code: 'not-configured' });
}
