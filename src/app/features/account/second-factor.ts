import { z } from 'zod';
import { FactorSecretBody, RecoveryCodesBody } from '../../../contract/http/second-factor.ts';
import type { App } from '../../core/app.ts';
import { factorQuery } from '../../core/factor-query.ts';

const PATH = '/api/users/me/second-factor/';

type Caller = Pick<App, 'server' | 'queries'>;
/** What changes a second factor that is on. */
export interface FactorProof {
  /** Absent where the account has none, see `use-proof.ts`. */
  readonly password?: string;
  readonly code: string;
}

/** The key of a new one, which {@link confirmFactor} switches on. @throws AppError `password-wrong`, `password-needed`, `second-factor-on`. */
export function beginFactor(
  app: Caller,
  body: Pick<FactorProof, 'password'>,
): Promise<z.infer<typeof FactorSecretBody>> {
  return app.server.call(`${PATH}begin/`, FactorSecretBody, {
    method: 'POST',
    body,
    isAuth: true,
  });
}

/** @returns Recovery codes, which are shown once. @throws AppError `second-factor-wrong`. */
export async function confirmFactor(app: Caller, code: string): Promise<readonly string[]> {
  return change(app, () =>
    app.server
      .call(`${PATH}confirm/`, RecoveryCodesBody, { method: 'POST', body: { code }, isAuth: true })
      .then(({ codes }) => codes),
  );
}

/** @returns Recovery codes in place of those there were. @throws AppError `password-wrong`, `password-needed`, `second-factor-wrong`. */
export async function renewCodes(app: Caller, proof: FactorProof): Promise<readonly string[]> {
  return change(app, () =>
    app.server
      .call(`${PATH}recovery-codes/`, RecoveryCodesBody, { method: 'POST', body: proof, isAuth: true })
      .then(({ codes }) => codes),
  );
}

/**
 * Sign-in takes the password alone again.
 *
 * @throws AppError `second-factor-stays`, `password-wrong`, `password-needed`, `second-factor-wrong`.
 */
export async function endFactor(app: Caller, proof: FactorProof): Promise<void> {
  await change(app, () =>
    app.server.call(`${PATH}off/`, z.null(), { method: 'POST', body: proof, isAuth: true }),
  );
}

async function change<T>(app: Caller, send: () => Promise<T>): Promise<T> {
  const answer = await send();
  await app.queries.invalidateQueries(factorQuery(app));
  return answer;
}
