import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import dialog from '../../ui/Dialogs.module.css';
import { Modal } from '../../ui/Modal.tsx';
import { Switch } from '../../ui/Switch.tsx';
import finished from './finished.webp';
import { openTutorial } from './run-tutorial.ts';
import { STEPS } from './steps.ts';
import styles from './Tutorial.module.css';
import { decline, optOut, readProgress } from './tutorial-progress.ts';

/** Offers the tutorial; the person may want never to be asked again. */
export function Welcome({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { tutorial: texts } = useLateTexts();
  const userId = useSnapshot(app.state.account).userId ?? 0;
  const [isNever, setNever] = useState(false);
  const { started, currentStep } = readProgress(app.outside, userId);
  const decide = (then: () => void) => (): void => {
    if (isNever) optOut(app.outside, userId, true);
    then();
  };
  const later = decide(() => {
    decline(app.outside, userId);
    onClose();
  });
  return (
    <Modal isOpen onClose={later} title={texts.welcome} size="sm">
      <div className={dialog.body}>
        <img className={styles.banner} src={finished} alt={texts.pictures.finished} />
        <p className={dialog.message}>
          {started ? texts.resume(currentStep, STEPS.length) : texts.invitation(STEPS.length)}
        </p>
        <Switch label={texts.never} isSelected={isNever} onChange={setNever} />
        <div className={dialog.actions}>
          <Button onPress={later}>{texts.later}</Button>
          <Button variant="primary" autoFocus onPress={decide(() => openTutorial(app))}>
            {started ? texts.goOn : texts.start}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
