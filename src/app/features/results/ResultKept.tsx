import { ShieldCheck, TriangleAlert } from 'lucide-react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { describeKept } from '../../texts/describe-picture.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { canSendBack } from './can-send-back.ts';
import styles from './ResultInfo.module.css';

/**
 * That the product is Studio's and not the AI's, who painted around it, and in which light it stands; nothing for pictures whose
 * product was not kept apart.
 */
export function ResultKept({ render, index }: { readonly render: RenderBody; readonly index: number }) {
  const texts = useTexts();
  const { keptProduct: t } = useLateTexts();
  const image = render.output_images[index];
  const kept = image === undefined ? null : describeKept(texts, render, image);
  if (kept === null) return null;
  const { isChanged, pixels, about, slid } = kept;
  const wish = isChanged ? t.sendBack.changed : slid === null ? null : t.sendBack.slid;
  return (
    <section className={styles.block}>
      <h3 className={styles.title}>{t.title}</h3>
      {isChanged ? (
        <p className={styles.leftOut}>
          <TriangleAlert size={14} aria-hidden="true" />
          {pixels}
        </p>
      ) : (
        <p className={styles.kept}>
          <ShieldCheck size={14} aria-hidden="true" />
          {pixels}
        </p>
      )}
      <p className={styles.quiet}>{about.join(' ')}</p>
      {slid !== null && (
        <p className={styles.leftOut}>
          <TriangleAlert size={14} aria-hidden="true" />
          {slid}
        </p>
      )}
      {wish !== null && canSendBack(render, index, Date.now()) && <p className={styles.quiet}>{wish}</p>}
    </section>
  );
}
