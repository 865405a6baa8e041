import { chooseMasks } from '../../choose-masks.ts';
import { existingChoice } from '../../existing-choice.ts';
import { renderCandidates } from '../../list-materials.ts';
import { planEngine } from '../../plan-engine.ts';
import { useSystem } from '../../render-queries.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useMaterialRows } from '../../use-material-rows.ts';
import { useSettings } from '../../use-settings.ts';
import styles from './RenderButton.module.css';

/** Says beside the render button that an AI engine would get no masks although the model has materials. */
export function MaskNote() {
  const { masks } = useLateTexts();
  const { render_settings: look } = useSettings();
  const rows = useMaterialRows();
  const plan = planEngine(look, useSystem()?.system ?? null);
  if (plan.engine !== 'comfyui' || plan.isMissing || rows.length === 0) return null;
  const choice = existingChoice(look.material_selection, rows);
  if (chooseMasks(renderCandidates(rows), choice, true).groups.length > 0) return null;
  return (
    <p className={styles.short} role="status">
      {choice === null ? masks.plain : masks.chosen}
    </p>
  );
}
