import { CloudOff } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useService } from '../../core/use-service.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Pill } from '../../ui/Pill.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import styles from './ConnectionPill.module.css';
import { judgePill } from './judge-pill.ts';

/** Where things stand in one phrase. A press shows what the server does not have, or where room is made on a full device. */
export function ConnectionPill() {
  const app = useApp();
  const { t, format } = useTexts();
  const shell = useSnapshot(app.state.shell);
  const { jobs } = useSnapshot(app.state.progress).loader;
  const state = judgePill(useService(), shell, jobs);
  const isFull = state === 'full';
  const shown = show();
  return (
    <span role="status" aria-live="polite">
      {shown !== null && (
        <Tooltip text={isFull ? t.account.settings : t.shell.unsent}>
          <Button
            className={styles.button ?? ''}
            onPress={() => {
              app.state.shell.modal = isFull ? { kind: 'settings', section: 'device' } : { kind: 'unsent' };
            }}
          >
            {shown}
          </Button>
        </Tooltip>
      )}
    </span>
  );

  function show() {
    switch (state) {
      case 'full':
        return <Pill tone="danger">{withBrief(t.shell.deviceFull, t.shell.away.full)}</Pill>;
      case 'offline':
      case 'gone':
        return (
          <Pill icon={<CloudOff size={14} aria-hidden="true" />}>
            {withBrief(t.shell[state], t.shell.away[state])}
          </Pill>
        );
      case 'signed-out':
        return <Pill tone="danger">{t.shell.signedOut(shell.pendingChanges)}</Pill>;
      case 'uploading':
        return (
          <Pill icon={<Spinner />}>
            {/* Not each percent. */}
            <span className="spoken">{t.shell.sendingModel}</span>
            <span aria-hidden="true">
              {calm(t.shell.uploading(format.percent(shell.uploadFraction ?? 0)))}
            </span>
          </Pill>
        );
      case 'sending':
        return <Pill icon={<Spinner />}>{calm(t.shell.sending(shell.pendingChanges))}</Pill>;
      case 'refused':
        return (
          <Pill tone="danger">
            {withBrief(t.shell.refused(shell.refusedChanges), t.shell.away.refused(shell.refusedChanges))}
          </Pill>
        );
      case 'degraded':
        return <Pill tone="warn">{withBrief(t.shell.degraded, t.shell.away.degraded)}</Pill>;
      case 'unknown':
        return null;
      default:
        return (
          <Pill tone={state === 'ai' || state === 'studio' ? 'ok' : 'warn'}>
            {calm(t.shell.engines[state])}
          </Pill>
        );
    }
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

  function calm(words: string) {
    return <span className={styles.calm}>{words}</span>;
  }
}
