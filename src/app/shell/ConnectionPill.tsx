import { CloudOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useApp } from '../core/use-app.ts';
import { useService } from '../core/use-service.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Pill } from '../ui/Pill.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './ConnectionPill.module.css';

/** Where things stand in one phrase: the connection first, then what is being sent, then the engine. */
export function ConnectionPill() {
  const app = useApp();
  const { t, format } = useTexts();
  const { pendingChanges, uploadFraction } = useSnapshot(app.state.shell);
  const service = useService();
  return (
    <span role="status" aria-live="polite">
      {show()}
    </span>
  );

  function show() {
    if (service === 'offline' || service === 'gone') {
      return (
        <Pill icon={<CloudOff size={14} aria-hidden="true" />}>
          <span className={styles.whole}>{t.shell[service]}</span>
          <span className={styles.brief} aria-hidden="true">
            {t.shell.away[service]}
          </span>
        </Pill>
      );
    }
    if (service === 'signed-out') return <Pill tone="danger">{t.shell.signedOut(pendingChanges)}</Pill>;
    if (uploadFraction !== null) {
      return onItsWay(t.shell.uploading(format.percent(uploadFraction)));
    }
    if (pendingChanges > 0) return onItsWay(t.shell.sending(pendingChanges));
    if (service === 'unknown') return null;
    const isReady = service === 'ai' || service === 'studio';
    return (
      <Pill tone={isReady ? 'ok' : 'warn'}>
        <span className={styles.calm}>{t.shell.engines[service]}</span>
      </Pill>
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
