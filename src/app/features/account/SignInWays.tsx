import { Passkeys } from './Passkeys.tsx';
import { SecondFactor } from './SecondFactor.tsx';

/**
 * What stands beside the password: a code that goes with it, and passkeys that need neither.
 *
 * @param isFactorAsked The person came for the code.
 */
export function SignInWays({ isFactorAsked }: { readonly isFactorAsked: boolean }) {
  return (
    <>
      <SecondFactor isAsked={isFactorAsked} />
      <Passkeys />
    </>
  );
}
