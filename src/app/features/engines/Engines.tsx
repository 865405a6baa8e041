import { useQuery } from '@tanstack/react-query';
import { ServerOff } from 'lucide-react';
import type { EnginesBody } from '../../../contract/http/engines.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Led } from '../../ui/Led.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ConnectHelp } from './ConnectHelp.tsx';
import styles from './Engines.module.css';
import { isUsable } from './judge-server.ts';
import { enginesQuery } from './queries.ts';
import { ServerCard } from './ServerCard.tsx';

/** For staff: the servers of the engines as they come and go, what they lack, and a test of each. */
export function Engines() {
  const app = useApp();
  const { t, format } = useTexts();
  const { staffEngines: texts } = useLateTexts();
  const { data, error, dataUpdatedAt, isError, isFetching, refetch } = useQuery(enginesQuery(app));
  if (data === undefined) {
    if (!isError) {
      return (
        <p className={styles.waiting} role="status">
          <Spinner /> {t.ui.loading}
        </p>
      );
    }
    return (
      <LoadFailure
        icon={<ServerOff size={28} />}
        title={texts.loadFailed}
        cause={error}
        isLoading={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { servers, workflows } = data;
  return (
    <>
      {isError && (
        <p className={styles.stale} role="alert">
          {texts.asOf(format.dateTime(dataUpdatedAt))}
        </p>
      )}
      {servers.length === 0 && (
        <EmptyState icon={<ServerOff size={28} />} title={texts.empty} message={texts.emptyHint} />
      )}
      {servers.map((server) => (
        <ServerCard key={server.id} server={server} isOld={isError} />
      ))}
      {!servers.some(isUsable) && <ConnectHelp />}
      <Workflows workflows={workflows} />
    </>
  );
}

function Workflows({ workflows }: Pick<EnginesBody, 'workflows'>) {
  const { staffEngines: texts } = useLateTexts();
  const { format } = useTexts();
  return (
    <div className={styles.card}>
      <h3 className={styles.heading}>{texts.workflows}</h3>
      {workflows.length === 0 && <p className={styles.quiet}>{texts.workflowsNone}</p>}
      <ul className={styles.list}>
        {workflows.map(({ name, error, lacking }) => (
          <li key={name} className={styles.entry}>
            <span className={styles.entryHead}>
              <Led tone={error === null && lacking.length === 0 ? 'ok' : 'danger'} />
              <code className={styles.code}>{name}</code>
            </span>
            {error !== null ? (
              <span className={styles.detail} lang="en">
                {error}
              </span>
            ) : (
              <span className={lacking.length === 0 ? styles.quiet : styles.detail}>
                {lacking.length === 0
                  ? texts.workflowUsable
                  : texts.workflowLacks(lacking.length, format.list(lacking))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
