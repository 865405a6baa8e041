import { useSnapshot } from 'valtio';
import type { ModelRow } from './db.ts';
import { useApp } from './use-app.ts';
import { useLiveQuery } from './use-live-query.ts';

/** The model on the stage with its report, null for an empty stage or while it is read. */
export function useModel(): ModelRow | null {
  const app = useApp();
  const { modelHash } = useSnapshot(app.state.stage);
  const row = useLiveQuery(
    async () => (modelHash === null ? null : ((await app.db.models.get(modelHash)) ?? null)),
    [modelHash],
  );
  return row ?? null;
}
