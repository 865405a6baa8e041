import { Lock } from 'lucide-react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { DetailThumbnail } from './DetailThumbnail.tsx';
import type { DetailMask, DetailPicture } from './list-pictures.ts';
import styles from './RenderDetail.module.css';

/** What was masked, and with which material it was painted. */
export function DetailMasks({
  masks,
  onShow,
}: {
  readonly masks: readonly DetailMask[];
  readonly onShow: (picture: DetailPicture) => void;
}) {
  const { gallery, result } = useLateTexts();
  if (masks.length === 0) return <p className={styles.quiet}>{gallery.noMasks}</p>;
  return (
    <ul className={styles.masks}>
      {masks.map(({ maskName, materialName, isKept, mask, material }) => (
        <li key={mask.key} className={styles.maskRow}>
          <DetailThumbnail picture={mask} kind="mask" onShow={onShow} />
          {material !== null && <DetailThumbnail picture={material} kind="mask" onShow={onShow} />}
          <span className={styles.words}>
            <span className={styles.name}>{maskName}</span>
            <span className={styles.quiet}>{materialName}</span>
            {isKept && (
              <span className={styles.kept}>
                <Lock size={12} aria-hidden="true" />
                {result.kept}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
