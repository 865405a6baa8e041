import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useBroken } from '../../ui/use-broken.ts';
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
  const picture = pictures[index];
  const [isBroken, onError] = useBroken(picture?.address ?? null);
  const step = (by: number): void => onGo((index + by + pictures.length) % pictures.length);
  const go = useRef(step);
  go.current = step;
  const isEnlarged = useRef(false);
  // Wherever in the window the focus is; a picture that is enlarged has the arrows for itself, and a key that is held turns once.
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      event.preventDefault();
      if (event.repeat || isEnlarged.current) return;
      go.current(event.key === 'ArrowLeft' ? -1 : 1);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const [onEnlarge] = useState(() => (is: boolean): void => {
    isEnlarged.current = is;
  });
  if (picture === undefined) return null;
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
      <div className={styles.body}>
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
          {isBroken ? (
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
              onEnlarge={onEnlarge}
              onError={onError}
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
