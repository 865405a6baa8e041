import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isAbort, isFailure } from '../../../contract/failure.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { type Texts, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { type Refusal, Refused } from '../../ui/FormError.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import { fetchMyData } from './fetch-my-data.ts';

/** Everything that the server knows of the person, as one file. */
export function ExportData() {
  const app = useApp();
  const { t, format } = useTexts();
  const { settings } = useLateTexts();
  const hasCredits = useHasCredits();
  const texts = settings.export;
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const [receivedBytes, setReceived] = useState<number | null>(null);
  const [error, setError] = useState<Refusal | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setError(null);
    setReceived(0);
    try {
      const file = await fetchMyData(app, setReceived, stop.signal);
      saveFile(file, `vitrine-${new Date(app.outside.now()).toISOString().slice(0, 10)}.zip`);
      app.toasts.show('success', texts.done, { area: 'page' });
    } catch (failure) {
      if (isFailure(failure, 'idempotency-in-flight')) {
        setError({ sentence: (inTexts) => wordsOf(inTexts).busy });
      } else if (!isAbort(failure)) {
        setError({
          sentence: (inTexts) => wordsOf(inTexts).failed(describeError(inTexts, failure)),
          cause: failure,
        });
      }
    } finally {
      setReceived(null);
    }
  };
  return (
    <Block title={texts.title} help={hasCredits ? texts.help : texts.freeHelp}>
      {receivedBytes === null ? (
        <div className={styles.start}>
          <Button isDisabled={isOffline} onPress={() => void start()}>
            {texts.start}
          </Button>
        </div>
      ) : (
        <div className={styles.running}>
          <ProgressBar label={texts.title} value={null} tone="plain" />
          <span className={styles.hint} role="status">
            {receivedBytes === 0 ? texts.preparing : texts.running(format.bytes(receivedBytes))}
          </span>
          <Button size="sm" onPress={() => running.current?.abort()}>
            {t.ui.cancel}
          </Button>
        </div>
      )}
      <Refused refusal={error} />
    </Block>
  );
}

function wordsOf({ language }: Texts) {
  return lateTextsOf(language).settings.export;
}
