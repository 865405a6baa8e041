import { useState, useSyncExternalStore } from 'react';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { isInstallOpen, keepInstallAnswer } from './install-answer.ts';

/**
 * Asks once on each device whether the app shall be installed, or says how where only the person can do it.
 *
 * @param isFree Nothing else asks for the person's eyes: it comes only then, and stays until it is answered.
 */
export function InstallOffer({
  className,
  isFree,
}: {
  readonly className: string;
  readonly isFree: boolean;
}) {
  const { outside } = useApp();
  const { t } = useTexts();
  const { offer, start } = useLateTexts().settings.install;
  const way = useSyncExternalStore(outside.install.onChange, outside.install.way);
  const [isShown, setShown] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  if (isFree && !isShown) setShown(true);
  if (!isShown || isAnswered || !isInstallOpen(outside)) return null;
  const answer = (): void => {
    keepInstallAnswer(outside);
    setAnswered(true);
  };
  const install = (): void => {
    answer();
    void outside.install.ask();
  };
  if (way !== 'press') {
    return (
      <p className={className}>
        {offer.share}
        <Button size="sm" onPress={answer}>
          {t.ui.ok}
        </Button>
      </p>
    );
  }
  return (
    <p className={className}>
      {offer.press}
      <Button size="sm" onPress={install}>
        {start}
      </Button>
      <Button size="sm" variant="quiet" onPress={answer}>
        {offer.later}
      </Button>
    </p>
  );
}
