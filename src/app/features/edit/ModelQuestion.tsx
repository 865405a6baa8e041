import { cleanName } from '../../model/list-materials.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './ModelQuestion.module.css';

/** A recipe has another model than the project: which one shall stand on the stage? Closing it leaves all as it is. */
export function ModelQuestion({
  theirs,
  mine,
  onTake,
  onKeep,
  onClose,
}: {
  /** Name of the recipe's model. */
  readonly theirs: string;
  readonly mine: string;
  readonly onTake: () => void;
  readonly onKeep: () => void;
  readonly onClose: () => void;
}) {
  const { edit } = useLateTexts();
  const name = cleanName(theirs);
  return (
    <Modal isOpen onClose={onClose} title={edit.modelTitle} size="sm">
      <div className={styles.body}>
        <p>{edit.modelQuestion(name, cleanName(mine))}</p>
        <div className={styles.actions}>
          <Button onPress={onKeep}>{edit.keepModel}</Button>
          <Button variant="primary" autoFocus onPress={onTake}>
            {edit.takeModel(name)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
