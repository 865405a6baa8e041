import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Account.module.css';
import { ApiKeys } from './ApiKeys.tsx';
import { apiKeysQuery } from './api-keys.ts';
import { Webhooks } from './Webhooks.tsx';
import { webhooksQuery } from './webhooks.ts';

/** Programs that work for a person: what they call with, and what they are told. It comes as `AccountSettings` does. */
export function ProgramSettings() {
  const app = useApp();
  const { t } = useTexts();
  const { settings } = useLateTexts();
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const enabled = !isOffline;
  const apiKeys = useQuery({ ...apiKeysQuery(app), enabled });
  const webhooks = useQuery({ ...webhooksQuery(app), enabled });
  if (apiKeys.isLoading || webhooks.isLoading) {
    return (
      <div className={styles.waiting} role="status" aria-label={t.ui.loading}>
        <Skeleton />
      </div>
    );
  }
  return (
    <div className={styles.blocks}>
      {isOffline && (
        <p className={styles.offline} role="status">
          {settings.offline}
        </p>
      )}
      <ApiKeys />
      <Webhooks />
    </div>
  );
}
