import { useQuery } from '@tanstack/react-query';
import { factorQuery } from '../../core/factor-query.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';

/** For forms of what takes an account over: the code that they ask for where the person's second factor is on. */
export function useOwnFactor() {
  const app = useApp();
  const { signIn } = useTexts().t;
  const isOn = useQuery(factorQuery(app)).data?.is_on === true;
  return {
    isOn,
    /** What is wrong with the field of the code. */
    check: (code: string): { code?: string } =>
      isOn && code.trim() === '' ? { code: signIn.codeMissing } : {},
    /**
     * Sends the code along. Looked at again afterwards: a recovery code is used up, and a factor that was switched on
     * elsewhere meanwhile is asked for from then on.
     */
    send: async <Result>(
      code: string,
      act: (proof: { readonly code?: string }) => Promise<Result>,
    ): Promise<Result> => {
      try {
        return await act(isOn ? { code: code.trim() } : {});
      } finally {
        if (app.state.account.status === 'signed-in') await app.queries.invalidateQueries(factorQuery(app));
      }
    },
  };
}
