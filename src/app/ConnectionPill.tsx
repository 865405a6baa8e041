import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import styles from './ConnectionPill.module.css';
import { useSystem } from './render-queries.ts';
import { useTexts } from './texts/use-texts.ts';
import { Pill } from './ui/Pill.tsx';
import { Spinner } from './ui/Spinner.tsx';
import { useApp } from './use-app.ts';

/** A break shorter than this is not worth a word (reference 1.7). */
const OFFLINE_PATIENCE_MS = 1_500;

/** Where things stand in one phrase: the connection first, then what is being sent, then the engine. */
export function ConnectionPill() {
  const app = useApp();
  const { t, format } = useTexts();
  const { connection, pendingChanges, uploadFraction } = useSnapshot(app.state.shell);
  const system = useSystem();
  const isOffline = useSettled(connection === 'offline', OFFLINE_PATIENCE_MS);
  return (
    <span role="status" aria-live="polite">
      {show()}
    </span>
  );

  function show() {
    if (isOffline) return <Pill icon={<CloudOff size={14} aria-hidden="true" />}>{t.shell.offline}</Pill>;
    if (connection === 'auth') return <Pill tone="danger">{t.shell.signedOut(pendingChanges)}</Pill>;
    if (uploadFraction !== null) {
      return <Pill icon={<Spinner />}>{t.shell.uploading(format.percent(uploadFraction))}</Pill>;
    }
    if (pendingChanges > 0) return <Pill icon={<Spinner />}>{t.shell.sending(pendingChanges)}</Pill>;
    if (system === null) return null;
    if (!system.system.has_available_servers) return <Pill tone="warn">{t.shell.noServers}</Pill>;
    return (
      <Pill tone="ok">
        <span className={styles.calm}>{t.shell.engineReady}</span>
      </Pill>
    );
  }
}

/** True once `value` has been true for a while; false at once. */
function useSettled(value: boolean, delayMs: number): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!value) {
      setSettled(false);
      return;
    }
    const timer = setTimeout(() => setSettled(true), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return isSettled;
}
