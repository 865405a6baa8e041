import { ImageOff } from 'lucide-react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { classes } from '../../ui/classes.ts';
import { useBroken } from '../../ui/use-broken.ts';
import type { DetailPicture } from './list-pictures.ts';
import styles from './RenderDetail.module.css';

/** A picture of a render; a press shows it over the whole page. */
export function DetailThumbnail({
  picture,
  kind,
  onShow,
}: {
  readonly picture: DetailPicture;
  readonly kind: 'output' | 'snapshot' | 'mask';
  readonly onShow: (picture: DetailPicture) => void;
}) {
  const { gallery } = useLateTexts();
  const [isBroken, onError] = useBroken(picture.address);
  return (
    <button
      type="button"
      className={classes(styles.thumbnail, styles[kind])}
      aria-label={gallery.enlarge(picture.name)}
      ref={(element) => element?.style.setProperty('--aspect', String(picture.aspect))}
      onClick={() => onShow(picture)}
    >
      {isBroken ? (
        <span className={styles.broken} data-broken>
          <ImageOff size={24} aria-hidden="true" />
        </span>
      ) : (
        <img
          src={picture.address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={onError}
        />
      )}
    </button>
  );
}
