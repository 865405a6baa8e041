import { useSystem } from '../../core/render-queries.ts';
import { useMaterialRows } from '../../core/use-material-rows.ts';
import { useSettings } from '../../core/use-settings.ts';
import { planEngine } from '../../model/plan-engine.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Said } from '../../ui/Said.tsx';
import { judgeMasks } from './judge-masks.ts';
import styles from './RenderButton.module.css';

/** Says beside the render button that an AI engine would get no masks although the model has materials. */
export function MaskNote() {
  const { masks } = useLateTexts();
  const { render_settings: look } = useSettings();
  const reason = judgeMasks(useMaterialRows(), look, planEngine(look, useSystem()?.system ?? null));
  return <Said>{reason !== null && <p className={styles.short}>{masks[reason]}</p>}</Said>;
}
