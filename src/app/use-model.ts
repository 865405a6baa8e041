import { startTransition, useEffect, useState } from 'react';
import type { ModelRow } from './model-table.ts';
import { useApp } from './use-app.ts';
import { useSettings } from './use-settings.ts';

/** The model on the stage with its report in the chosen colourway; null for an empty stage or while it is read. */
export function useModel(): ModelRow | null {
  const { shownModel } = useApp();
  const [row, setRow] = useState(shownModel.current);
  // Lists of thousands of rows are drawn in slices.
  useEffect(() => {
    const follow = (): void => startTransition(() => setRow(shownModel.current()));
    follow();
    return shownModel.subscribe(follow);
  }, [shownModel]);
  const { variant } = useSettings().render_settings;
  return row === null ? null : shownModel.inVariant(row, variant);
}
