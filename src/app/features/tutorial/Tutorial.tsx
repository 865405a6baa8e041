import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Popover as AriaPopover, Dialog, Heading } from 'react-aria-components';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import detail from './detail.webp';
import finished from './finished.webp';
import { closeTutorial, completeTutorial, goToStep, skipTutorial } from './run-tutorial.ts';
import { STEPS } from './steps.ts';
import styles from './Tutorial.module.css';
import { useTarget } from './use-target.ts';
import { useTutorialKeys } from './use-tutorial-keys.ts';

const PICTURES = { finished, detail };

/** Ten steps over the page, each beside the control that it is about. It alone gets the keys (B13). */
export function Tutorial({ step }: { readonly step: number }) {
  const app = useApp();
  const { t, format } = useTexts();
  const { tutorial: texts } = useLateTexts();
  const hasCredits = useHasCredits();
  const [isSkipping, setSkipping] = useState(false);
  const light = useRef<HTMLDivElement>(null);
  const current = STEPS[step - 1];
  const inside = useRef<HTMLDivElement>(null);
  const side = useTarget(current?.target ?? 'stage', light);
  const isLast = step === STEPS.length;
  const next = (): void => {
    if (isLast) completeTutorial(app);
    else goToStep(app, step + 1);
  };
  useTutorialKeys(!isSkipping, {
    next,
    previous: () => goToStep(app, step - 1),
    close: () => closeTutorial(app),
  });
  const nextButton = useRef<HTMLButtonElement>(null);
  // A new step is read from its beginning, and the same key goes on.
  useEffect(() => {
    if (step > 0 && side !== null) nextButton.current?.focus();
  }, [step, side]);
  if (current === undefined) return null;
  const words = hasCredits
    ? texts.steps[current.target]
    : { ...texts.steps, ...texts.freeSteps }[current.target];
  const percent = Math.round((step / STEPS.length) * 100);
  return (
    <>
      <div ref={light} className={styles.light} aria-hidden="true">
        <div ref={inside} className={styles.inside} />
      </div>
      {side !== null && (
        <AriaPopover
          key={`${step} ${side}`}
          className={styles.card ?? ''}
          triggerRef={side === 'inside' ? inside : light}
          isOpen
          shouldCloseOnInteractOutside={() => false}
          isKeyboardDismissDisabled
          placement={side === 'inside' ? 'bottom' : side}
          offset={16}
          containerPadding={16}
        >
          <Dialog className={styles.dialog ?? ''} aria-label={`${texts.title}: ${words.title}`}>
            <header className={styles.head}>
              <span className={styles.count}>{texts.step(step, STEPS.length)}</span>
              <IconButton label={t.ui.close} icon={<X size={16} />} onPress={() => closeTutorial(app)} />
            </header>
            {current.picture !== undefined && (
              <img
                className={styles.picture}
                src={PICTURES[current.picture]}
                alt={texts.pictures[current.picture]}
              />
            )}
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {words.title}
            </Heading>
            <p className={styles.text}>{words.text}</p>
            <div className={styles.progress}>
              <ProgressBar label={texts.progress} value={percent} tone="plain" />
              <span aria-hidden="true">{format.percent(percent / 100)}</span>
            </div>
            <div className={styles.actions}>
              <Button variant="quiet" size="sm" onPress={() => setSkipping(true)}>
                {texts.skip}
              </Button>
              <Button
                size="sm"
                icon={<ArrowLeft size={16} aria-hidden="true" />}
                isDisabled={step === 1}
                onPress={() => goToStep(app, step - 1)}
              >
                {texts.previous}
              </Button>
              <Button
                ref={nextButton}
                size="sm"
                variant="primary"
                icon={isLast ? undefined : <ArrowRight size={16} aria-hidden="true" />}
                onPress={next}
              >
                {isLast ? texts.complete : texts.next}
              </Button>
            </div>
          </Dialog>
        </AriaPopover>
      )}
      <ConfirmDialog
        isOpen={isSkipping}
        title={texts.skipTitle}
        message={texts.skipMessage}
        confirmLabel={texts.skipConfirm}
        isDestructive={false}
        onCancel={() => setSkipping(false)}
        onConfirm={() => skipTutorial(app)}
      />
    </>
  );
}
