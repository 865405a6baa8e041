import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { ModelRow } from './db.ts';
import { reportInVariant } from './report-in-variant.ts';
import { useApp } from './use-app.ts';
import { useLiveQuery } from './use-live-query.ts';
import { useSettings } from './use-settings.ts';

/** The model on the stage with its report in the chosen colourway; null for an empty stage or while it is read. */
export function useModel(): ModelRow | null {
  const app = useApp();
  const { modelHash } = useSnapshot(app.state.stage);
  const row = useLiveQuery(
    async () => (modelHash === null ? null : ((await app.db.models.get(modelHash)) ?? null)),
    [modelHash],
  );
  const { variant } = useSettings().render_settings;
  return useMemo(
    () => (row ? { ...row, report: reportInVariant(row.report, variant) } : null),
    [row, variant],
  );
}
