import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/Button.tsx';
import styles from '../ui/Dialogs.module.css';
import { Modal } from '../ui/Modal.tsx';

/** A newer version has this device's database: an edit made now could not be kept, so there is only one thing to do. */
export function Outdated() {
  const { t } = useTexts();
  return (
    <Modal
      isOpen
      onClose={() => {}}
      title={t.shell.outdated}
      size="sm"
      role="alertdialog"
      isHeaderHidden
      isDismissable={false}
    >
      <div className={styles.body}>
        <h2 className={styles.title}>{t.shell.outdated}</h2>
        <p className={styles.message}>{t.shell.outdatedHint}</p>
        <div className={styles.actions}>
          <Button variant="primary" autoFocus onPress={() => location.reload()}>
            {t.shell.reload}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
