import { useTexts } from '../../texts/use-texts.ts';
import { Modal } from '../../ui/Modal.tsx';
import styles from './Downloads.module.css';
import { WorkingFiles } from './WorkingFiles.tsx';

/** Asks for the working files of the scene as it stands. */
export function BundleDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.exporting.bundle} size="sm">
      <div className={styles.body}>
        <WorkingFiles render={null} isMain onDone={onClose} />
      </div>
    </Modal>
  );
}
