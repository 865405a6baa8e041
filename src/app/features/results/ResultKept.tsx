import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { titleOfFamily } from '../../../contract/family-titles.ts';
import type { FoundLight, KeptProduct } from '../../../contract/http/renders.ts';
import type { Provenance } from '../../../contract/render-spec.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './ResultInfo.module.css';

/** Above this the key light comes from above more than from any side. */
const TOP_DEGREES = 65;

/**
 * That the product is Studio's and not the AI's, who painted around it, and in which light it stands; nothing for pictures whose
 * product was not kept apart.
 */
export function ResultKept({
  kept,
  isReturned,
  provenance,
  index,
}: {
  readonly kept: KeptProduct | null;
  /** Nobody is told any more to send it back. */
  readonly isReturned: boolean;
  readonly provenance: readonly Provenance[];
  /** Which picture of the order. */
  readonly index: number;
}) {
  const { format } = useTexts();
  const { keptProduct: t } = useLateTexts();
  if (kept === null) return null;
  const { compared_pixels: compared, changed_pixels: changed, light } = kept;
  // Painted a second time, it is the last one's.
  const painter = provenance.findLast(
    ({ firstImage, images }) => index >= firstImage && index < firstImage + images,
  );
  const pixels = format.number(compared);
  return (
    <section className={styles.block}>
      <h3 className={styles.title}>{t.title}</h3>
      {changed > 0 ? (
        <p className={styles.leftOut}>
          <TriangleAlert size={14} aria-hidden="true" />
          {t.changed(format.number(changed), pixels)}
        </p>
      ) : (
        <p className={styles.kept}>
          <ShieldCheck size={14} aria-hidden="true" />
          {t.unchanged(pixels)}
        </p>
      )}
      <p className={styles.quiet}>
        {[
          painter?.family === undefined ? null : t.around(titleOfFamily(painter.family)),
          light === null ? t.ownLight : t.foundLight(t.sides[sideOf(light)]),
          kept.is_repainted ? t.repainted : null,
        ]
          .filter((sentence) => sentence !== null)
          .join(' ')}
      </p>
      {kept.has_slid && !isReturned && (
        <p className={styles.leftOut}>
          <TriangleAlert size={14} aria-hidden="true" />
          {t.slid}
        </p>
      )}
    </section>
  );
}

/** Where a key light stands, as a person would say it. */
function sideOf({ azimuth_degrees: azimuth, elevation_degrees: elevation }: FoundLight) {
  if (elevation > TOP_DEGREES) return 'top';
  if (Math.abs(azimuth) < 45) return 'front';
  if (Math.abs(azimuth) > 135) return 'back';
  return azimuth > 0 ? 'right' : 'left';
}
