import { useTexts } from '../texts/use-texts.ts';
import { Button } from './Button.tsx';
import styles from './Dialogs.module.css';
import { Modal } from './Modal.tsx';

/** Asks before something that cannot be undone. The texts default to those of a deletion (S3 2). */
export function ConfirmDialog({
  isOpen,
  title,
  message,
  confirmLabel,
  cancelLabel,
  isDestructive = true,
  onConfirm,
  onCancel,
}: {
  readonly isOpen: boolean;
  readonly title?: string;
  readonly message: string;
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTexts();
  const heading = title ?? t.ui.confirm.title;
  return (
    <Modal isOpen={isOpen} onClose={onCancel} title={heading} size="sm" role="alertdialog" isHeaderHidden>
      <div className={styles.body}>
        <h2 className={styles.title}>{heading}</h2>
        <p className={styles.message}>{message}</p>
        <div className={styles.actions}>
          <Button onPress={onCancel} autoFocus={isDestructive}>
            {cancelLabel ?? t.ui.confirm.cancel}
          </Button>
          <Button
            variant={isDestructive ? 'solid-danger' : 'primary'}
            onPress={onConfirm}
            autoFocus={!isDestructive}
          >
            {confirmLabel ?? t.ui.confirm.accept}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Says one thing that must be read before going on. */
export function NoticeDialog({
  isOpen,
  title,
  message,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  readonly message: string;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={title} size="sm" role="alertdialog" isHeaderHidden>
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.message}>{message}</p>
        <div className={styles.actions}>
          <Button onPress={onClose} autoFocus>
            {t.ui.ok}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
