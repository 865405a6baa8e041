import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { type Refusal, Refused } from '../../ui/FormError.tsx';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import { DeviceList } from './DeviceList.tsx';
import { signOutEverywhere } from './sign-out.ts';

/** The sessions of the person: one by one, or all of them ended at once. */
export function SignOutEverywhere() {
  const app = useApp();
  const { settings } = useLateTexts();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Refusal | null>(null);
  const end = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await signOutEverywhere(app);
      app.toasts.show('info', settings.sessions.ended, { area: 'page' });
    } catch (failure) {
      setBusy(false);
      setError({ sentence: (texts) => describeError(texts, failure), cause: failure });
    }
  };
  return (
    <Block title={settings.sessions.title} help={settings.sessions.help}>
      <DeviceList />
      <div className={styles.start}>
        <Button
          isDisabled={isOffline}
          isLoading={isBusy}
          loadingLabel={settings.sessions.ending}
          onPress={() => void end()}
        >
          {settings.sessions.end}
        </Button>
      </div>
      <Refused refusal={error} />
    </Block>
  );
}
