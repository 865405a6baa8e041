import { AppError } from '../../../contract/failure.ts';
import { splitParts } from '../../core/project-parts.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { namePart } from '../../data/name-part.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { copyPlain } from '../../values/copy-plain.ts';
import styles from './Conflicts.module.css';
import type { Conflict } from './list-conflicts.ts';
import { PartValue } from './PartValue.tsx';
import { restoreParts } from './restore-parts.ts';

/** What two devices set differently, side by side: each value that was set aside is one press away. */
export function ConflictPanel({
  conflicts,
  onDismiss,
  onClose,
}: {
  readonly conflicts: readonly Conflict[];
  readonly onDismiss: () => void;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const late = useLateTexts();
  const { conflicts: t } = late;
  const settings = useSettings();
  const now = splitParts(
    settings,
    conflicts.some(({ part }) => part === 'model'),
  );
  const open = conflicts.filter(({ isInUse }) => !isInUse);
  const restore = (parts: readonly Conflict[], label: string): void => {
    try {
      restoreParts(app, label, copyPlain(parts));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      app.toasts.show('warning', describeFailure(texts, error.failure), { cause: error });
    }
  };
  return (
    <Modal isOpen onClose={onClose} title={t.title} size="md" className={styles.panel}>
      <p className={styles.intro}>{t.intro}</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.what}</th>
              <th scope="col">{t.inUse}</th>
              <th scope="col">{t.setAside}</th>
              <th scope="col">
                <span className="spoken">{t.action}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => {
              const name = namePart(late, conflict, settings);
              return (
                <tr key={conflict.part}>
                  <th scope="row">{name}</th>
                  <td>
                    <PartValue part={conflict.part} value={now.get(conflict.part)} />
                  </td>
                  <td>
                    <PartValue part={conflict.part} value={conflict.value} />
                  </td>
                  <td className={styles.action}>
                    {conflict.isInUse ? (
                      t.restored
                    ) : (
                      <Button
                        size="sm"
                        aria-label={t.restoreOne(name)}
                        onPress={() => restore([conflict], t.undo(name))}
                      >
                        {t.restore}
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className={styles.actions}>
        <Button isDisabled={open.length === 0} onPress={() => restore(open, t.undoAll)}>
          {t.restoreAll}
        </Button>
        <Button variant="primary" onPress={onDismiss}>
          {t.done}
        </Button>
      </div>
    </Modal>
  );
}
