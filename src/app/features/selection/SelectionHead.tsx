import { useMemo } from 'react';
import { MAX_RENDER_MATERIALS } from '../../../contract/constants.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { existingChoice } from '../../model/existing-choice.ts';
import { type MaterialRow, renderCandidates } from '../../model/list-materials.ts';
import { prioritiseMaterials } from '../../model/prioritise-materials.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { editSelection } from './edit-selection.ts';
import styles from './SelectionHead.module.css';

/** Above the materials: how many of those that can go into the render, who chose them, and the way back to the automatic priority. */
export function SelectionHead({ rows }: { readonly rows: readonly MaterialRow[] }) {
  const app = useApp();
  const { t } = useTexts();
  const { material_selection: choice } = useSettings().render_settings;
  const [selection, info] = useMemo(() => {
    const existing = existingChoice(choice, rows);
    return [existing, prioritiseMaterials(renderCandidates(rows), existing).info];
  }, [choice, rows]);
  const most = info.total === 0 ? MAX_RENDER_MATERIALS : Math.min(info.total, MAX_RENDER_MATERIALS);
  return (
    <div className={styles.head}>
      <p className={styles.count}>
        {t.selection.inRender} <strong>{t.selection.inRenderCount(info.processed, most)}</strong>
      </p>
      {selection === null ? (
        info.total > 0 && <p className={styles.mode}>{t.selection.automaticMode}</p>
      ) : (
        <Button
          size="sm"
          variant="quiet"
          aria-label={t.selection.backToAutomatic}
          onPress={() => editSelection(app, t.selection.undoAutomatic, null)}
        >
          {t.selection.toAutomatic}
        </Button>
      )}
    </div>
  );
}
