import { CloudOff } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { useApp } from '../core/use-app.ts';
import { useService } from '../core/use-service.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Pill } from '../ui/Pill.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import styles from './ConnectionPill.module.css';

/**
 * Where things stand in one phrase: first what could be lost, then the connection, what is being sent, what was refused,
 * progress that is only asked for, then the engine. A press shows what the server does not have, or where room is made.
 */
export function ConnectionPill() {
  const app = useApp();
  const { t, format } = useTexts();
  const { pendingChanges, refusedChanges, uploadFraction, isDeviceFull } = useSnapshot(app.state.shell);
  const { jobs } = useSnapshot(app.state.progress).loader;
  const service = useService();
  const shown = show();
  return (
    <span role="status" aria-live="polite">
      {shown !== null && (
        <Tooltip text={isDeviceFull ? t.account.settings : t.shell.unsent}>
          <Button
            className={styles.button ?? ''}
            onPress={() => {
              app.state.shell.modal = isDeviceFull
                ? { kind: 'settings', section: 'device' }
                : { kind: 'unsent' };
            }}
          >
            {shown}
          </Button>
        </Tooltip>
      )}
    </span>
  );

  function show() {
    if (isDeviceFull) return <Pill tone="danger">{withBrief(t.shell.deviceFull, t.shell.away.full)}</Pill>;
    if (service === 'offline' || service === 'gone') {
      return (
        <Pill icon={<CloudOff size={14} aria-hidden="true" />}>
          {withBrief(t.shell[service], t.shell.away[service])}
        </Pill>
      );
    }
    if (service === 'signed-out') return <Pill tone="danger">{t.shell.signedOut(pendingChanges)}</Pill>;
    if (uploadFraction !== null) {
      return onItsWay(t.shell.uploading(format.percent(uploadFraction)));
    }
    if (pendingChanges > 0) return onItsWay(t.shell.sending(pendingChanges));
    if (refusedChanges > 0) {
      return (
        <Pill tone="danger">
          <span className={styles.calm}>{t.shell.refused(refusedChanges)}</span>
        </Pill>
      );
    }
    if (jobs.some(({ channel }) => channel !== 'open')) {
      return <Pill tone="warn">{withBrief(t.shell.degraded, t.shell.away.degraded)}</Pill>;
    }
    if (service === 'unknown') return null;
    const isReady = service === 'ai' || service === 'studio';
    return (
      <Pill tone={isReady ? 'ok' : 'warn'}>
        <span className={styles.calm}>{t.shell.engines[service]}</span>
      </Pill>
    );
  }

  function withBrief(words: string, brief: string) {
    return (
      <>
        <span className={styles.whole}>{words}</span>
        <span className={styles.brief} aria-hidden="true">
          {brief}
        </span>
      </>
    );
  }

  function onItsWay(words: string) {
    return (
      <Pill icon={<Spinner />}>
        <span className={styles.calm}>{words}</span>
      </Pill>
    );
  }
}
