import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { type Texts, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { type Refusal, Refused } from '../../ui/FormError.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import { pushQuery, turnPushOff, turnPushOn } from './push.ts';

/** Whether this device is told when a picture is ready and the page is closed. The browser asks only at the press. */
export function PushSwitch() {
  const app = useApp();
  const { t } = useTexts();
  const { push: words } = useLateTexts().settings;
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const way = app.outside.push.way();
  const found = useQuery({ ...pushQuery(app), enabled: way === 'possible' && !isOffline });
  const state = found.data;
  const choose = async (isOn: boolean, publicKey: string): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      const outcome = isOn ? await turnPushOn(app, publicKey) : await turnPushOff(app);
      if (outcome === 'denied' || outcome === 'dismissed' || outcome === 'unreachable')
        setRefusal({ sentence: (texts) => wordsOf(texts).refused[outcome] });
    } catch (error) {
      setRefusal({ sentence: (texts) => wordsOf(texts).failed(describeError(texts, error)), cause: error });
    } finally {
      setBusy(false);
    }
  };
  if (way !== 'possible') {
    return (
      <Block title={words.title} help={words.unable[way]}>
        {null}
      </Block>
    );
  }
  return (
    <Block title={words.title} help={isOffline ? words.offline : words.help}>
      {found.isError && state === undefined ? (
        <div className={styles.start}>
          <Button size="sm" isLoading={found.isFetching} onPress={() => void found.refetch()}>
            {t.ui.retry}
          </Button>
        </div>
      ) : (
        <Switch
          label={words.label}
          isSelected={state?.isOn ?? false}
          isDisabled={isOffline || state === undefined}
          // Disabled it would lose the focus, and with it the key that closes the window.
          isReadOnly={isBusy}
          onChange={(isOn) => state !== undefined && void choose(isOn, state.publicKey)}
        />
      )}
      <Refused refusal={refusal} />
    </Block>
  );
}

function wordsOf({ language }: Texts) {
  return lateTextsOf(language).settings.push;
}
