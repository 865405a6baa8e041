import { use, useState } from 'react';
import { isFailure } from '../../../contract/failure.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { AskPassword } from './AskPassword.tsx';
import { STAFF_QUERIES } from './queries.ts';

/**
 * One act at a time: what the lists show is asked for again afterwards, and a failure is said.
 * Where the server wants the password once more, it is asked for, and the act goes on.
 *
 * @returns Whether one is under way, and what does one: it resolves with null where it failed or was given up.
 */
export function useAct(): readonly [
  isBusy: boolean,
  act: <Result>(work: () => Promise<Result>) => Promise<Result | null>,
] {
  const app = useApp();
  const askPassword = use(AskPassword);
  const [isBusy, setBusy] = useState(false);
  return [
    isBusy,
    async (work) => {
      setBusy(true);
      try {
        const result = await work().catch(async (error: unknown) => {
          if (!isFailure(error, 'password-needed')) throw error;
          return (await askPassword()) ? work() : null;
        });
        await app.queries.invalidateQueries({ queryKey: STAFF_QUERIES });
        return result;
      } catch (error) {
        app.toasts.show('error', describeError(app.texts(), error), { area: 'page', cause: error });
        return null;
      } finally {
        setBusy(false);
      }
    },
  ];
}
