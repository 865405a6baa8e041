import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './Projects.module.css';

/** How far a project file is on its way, and the way to give it up. */
export function TransferWindow({
  title,
  step,
  done,
  onCancel,
}: {
  readonly title: string;
  /** What is being done now. */
  readonly step: string;
  /** 0 to 1, null while it cannot be known. */
  readonly done: number | null;
  readonly onCancel: () => void;
}) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onCancel} title={title} size="sm" isDismissable={false}>
      <div className={styles.form}>
        <p className={styles.step} role="status">
          {step}
        </p>
        <ProgressBar label={step} value={done === null ? null : done * 100} />
        <div className={styles.actions}>
          <Button onPress={onCancel}>{t.ui.cancel}</Button>
        </div>
      </div>
    </Modal>
  );
}
