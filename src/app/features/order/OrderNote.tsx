import { useDressedModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { judgeKept } from '../../model/judge-kept.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Said } from '../../ui/Said.tsx';
import { judgeMasks } from './judge-masks.ts';
import styles from './RenderButton.module.css';
import { useOrderPlan } from './use-order-plan.ts';

/** Says beside the render button that an AI engine would get no masks although the model has materials, or would not keep the product. */
export function OrderNote() {
  const { masks, keptProduct } = useLateTexts();
  const settings = useSettings();
  const dressed = useDressedModel();
  const { plan } = useOrderPlan();
  const reason = judgeMasks(dressed?.rows ?? [], settings.render_settings, plan);
  const notKept = judgeKept(dressed?.model.report ?? null, settings, plan);
  const said = reason !== null ? masks[reason] : notKept !== null ? keptProduct.notKept[notKept] : null;
  return <Said>{said !== null && <p className={styles.short}>{said}</p>}</Said>;
}
