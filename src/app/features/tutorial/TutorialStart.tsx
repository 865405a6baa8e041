import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { openTutorial } from './run-tutorial.ts';
import { isOptedOut, optOut, readProgress } from './tutorial-progress.ts';

/** Starts the tutorial, or goes on with it; and whether it is offered at all. */
export function TutorialStart() {
  const app = useApp();
  const { help: texts } = useLateTexts();
  const userId = useSnapshot(app.state.account).userId ?? 0;
  const { started, completed, skipped, currentStep } = readProgress(app.outside, userId);
  const [isOffered, setOffered] = useState(!isOptedOut(app.outside, userId));
  return (
    <>
      <Button size="sm" variant="primary" onPress={() => openTutorial(app)}>
        {completed ? texts.again : started ? texts.goOn(currentStep) : texts.start}
      </Button>
      {!completed && !skipped && (
        <Switch
          label={texts.never}
          isSelected={isOffered}
          onChange={(isOn) => {
            setOffered(isOn);
            optOut(app.outside, userId, !isOn);
          }}
        />
      )}
    </>
  );
}
