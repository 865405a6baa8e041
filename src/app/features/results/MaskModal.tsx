import type { RenderBody } from '../../../contract/http/renders.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Modal } from '../../ui/Modal.tsx';
import styles from './MaskModal.module.css';

export type AppliedMask = RenderBody['applied_masks'][number];

/** One mask in full size with the material it is for. Closes by its button, a click outside, or Escape. */
export function MaskModal({ mask, onClose }: { readonly mask: AppliedMask; readonly onClose: () => void }) {
  const { result } = useLateTexts();
  return (
    <Modal isOpen onClose={onClose} title={mask.mask_name} size="md">
      <div className={styles.body}>
        <img className={styles.mask} src={mask.mask_image_url} alt={mask.mask_name} />
        <div className={styles.material}>
          {mask.material_image_url !== null && (
            <img className={styles.thumbnail} src={mask.material_image_url} alt="" />
          )}
          <div className={styles.words}>
            <p className={styles.name}>{mask.material_name}</p>
            <p className={styles.description}>{result.maskDescription}</p>
          </div>
        </div>
      </div>
    </Modal>
  );
}
