import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { SelectionMarks } from '../../core/selection-marks.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { existingChoice } from '../../model/existing-choice.ts';
import { type MaterialRow, renderCandidates } from '../../model/list-materials.ts';
import { markMaterials } from './mark-materials.ts';
import { toggleMaterial } from './toggle-material.ts';

/** The marks of all materials of the model on the stage, and what a press on one does. */
export function useSelection(rows: readonly MaterialRow[]): SelectionMarks {
  const app = useApp();
  const { answeredFor } = useSnapshot(app.state.selection);
  const { key } = useSnapshot(app.state.project);
  const { material_selection: selection } = useSettings().render_settings;
  const isKnown = key !== null && answeredFor === key;
  return useMemo(() => {
    const marks = markMaterials(renderCandidates(rows), existingChoice(selection, rows), isKnown);
    return {
      of: (id) => marks.get(id) ?? { kind: 'unknown' },
      toggle: (row, name) => toggleMaterial(app, rows, row, name),
    };
  }, [app, rows, selection, isKnown]);
}
