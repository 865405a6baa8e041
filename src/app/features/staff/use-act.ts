import { useState } from 'react';
import { describeError } from '../../texts/describe-failure.ts';
import { useApp } from '../../use-app.ts';
import { STAFF_QUERIES } from './queries.ts';

/**
 * One act at a time: what the lists show is asked for again afterwards, and a failure is said.
 *
 * @returns Whether one is under way, and what does one: it resolves with null where it failed.
 */
export function useAct(): readonly [
  isBusy: boolean,
  act: <Result>(work: () => Promise<Result>) => Promise<Result | null>,
] {
  const app = useApp();
  const [isBusy, setBusy] = useState(false);
  return [
    isBusy,
    async (work) => {
      setBusy(true);
      try {
        const result = await work();
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
