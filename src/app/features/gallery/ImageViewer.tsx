import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ZoomPicture } from '../../ui/ZoomPicture.tsx';
import styles from './ImageViewer.module.css';
import type { DetailPicture } from './list-pictures.ts';

/** Pictures of a render over the whole page, one after another: after the last comes the first (S1 2.5). */
export function ImageViewer({
  pictures,
  index,
  onGo,
  onClose,
}: {
  readonly pictures: readonly DetailPicture[];
  readonly index: number;
  readonly onGo: (index: number) => void;
  readonly onClose: () => void;
}) {
  const { gallery, result } = useLateTexts();
  const [broken, setBroken] = useState<string | null>(null);
  const picture = pictures[index];
  if (picture === undefined) return null;
  const step = (by: number): void => onGo((index + by + pictures.length) % pictures.length);
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      title={picture.name}
      aside={
        <span className={styles.number} role="status">
          {gallery.numberOf(index + 1, pictures.length)}
        </span>
      }
      className={styles.dialog}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that nothing inside has a use for */}
      <div
        className={styles.body}
        onKeyDown={(event) => {
          if (event.defaultPrevented) return;
          if (event.key === 'ArrowLeft') step(-1);
          else if (event.key === 'ArrowRight') step(1);
          else return;
          event.preventDefault();
        }}
      >
        {pictures.length > 1 && (
          <IconButton
            size="lg"
            isSolid
            className={styles.previous}
            label={result.previous}
            icon={<ChevronLeft size={22} />}
            placement="right"
            onPress={() => step(-1)}
          />
        )}
        <div className={styles.stage}>
          {broken === picture.address ? (
            <p className={styles.broken} role="img" aria-label={gallery.broken}>
              <ImageOff size={40} aria-hidden="true" />
              {gallery.broken}
            </p>
          ) : (
            <ZoomPicture
              key={picture.key}
              image={picture.address}
              alt={picture.name}
              aspect={picture.aspect}
              onSwipe={step}
              onError={() => setBroken(picture.address)}
            />
          )}
        </div>
        {pictures.length > 1 && (
          <IconButton
            size="lg"
            isSolid
            className={styles.next}
            label={result.next}
            icon={<ChevronRight size={22} />}
            placement="left"
            onPress={() => step(1)}
          />
        )}
      </div>
    </Modal>
  );
}
