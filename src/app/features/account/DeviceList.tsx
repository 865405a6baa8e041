import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { SessionsBody } from '../../../contract/http/accounts.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './DeviceList.module.css';
import { endSession, sessionsQuery } from './end-session.ts';
import { nameBrowser } from './name-browser.ts';

/** Where the person is signed in, this device first; each other one can be signed out. */
export function DeviceList() {
  const app = useApp();
  const { t } = useTexts();
  const { settings } = useLateTexts();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const found = useQuery({ ...sessionsQuery(app), enabled: !isOffline });
  const sessions = found.data?.results ?? [];
  const ordered = [...sessions.filter((one) => one.is_here), ...sessions.filter((one) => !one.is_here)];
  if (found.isPending) return isOffline ? null : <Skeleton className={styles.skeleton} />;
  if (found.isError && sessions.length === 0) {
    return (
      <div className={styles.failed}>
        <p>{settings.sessions.loadFailed}</p>
        <Button size="sm" isLoading={found.isFetching} onPress={() => void found.refetch()}>
          {t.ui.retry}
        </Button>
      </div>
    );
  }
  return (
    <ul className={styles.list} aria-label={settings.sessions.title}>
      {ordered.map((session) => (
        <Device key={session.id} session={session} isOffline={isOffline} />
      ))}
    </ul>
  );
}

function Device({
  session,
  isOffline,
}: {
  readonly session: SessionsBody['results'][number];
  readonly isOffline: boolean;
}) {
  const app = useApp();
  const { format } = useTexts();
  const texts = useLateTexts().settings.sessions;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const named = nameBrowser(session.user_agent);
  const name = named === null ? texts.unknown : texts.browser(named.browser, named.system);
  const end = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await endSession(app, session.id);
      app.toasts.show('success', texts.endedOne(name), { area: 'page' });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const facts = [
    texts.seen(format.dateTime(session.seen_at)),
    texts.signedIn(format.dateTime(session.signed_in_at)),
    ...(session.address === null ? [] : [texts.address(session.address)]),
  ];
  return (
    <li className={styles.device}>
      <div className={styles.words}>
        <span className={styles.name}>
          {name}
          {session.is_here && <Badge tone="info">{texts.here}</Badge>}
        </span>
        {facts.map((fact) => (
          <span key={fact} className={styles.fact}>
            {fact}
          </span>
        ))}
        {error !== null && <FormError cause={error}>{describeError(app.texts(), error)}</FormError>}
      </div>
      {!session.is_here && (
        <Button
          isDisabled={isOffline}
          isLoading={isBusy}
          aria-label={texts.endOf(name)}
          onPress={() => void end()}
        >
          {texts.endOne}
        </Button>
      )}
    </li>
  );
}
