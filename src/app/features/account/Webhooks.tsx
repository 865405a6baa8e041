import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { MAX_WEBHOOKS } from '../../../contract/http/keys/webhooks.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Account.module.css';
import { Block } from './Block.tsx';
import rows from './DeviceList.module.css';
import { OnceSecret } from './OnceSecret.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookRow } from './WebhookRow.tsx';
import { makeWebhook, webhooksQuery } from './webhooks.ts';

/** Programs that are told of renders: which there are, one more, one less. */
export function Webhooks() {
  const app = useApp();
  const { t } = useTexts();
  const { webhooks } = useLateTexts().programs;
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const found = useQuery({ ...webhooksQuery(app), enabled: !isOffline });
  const [isAdding, setAdding] = useState(false);
  /** A secret that was just made: it is told this once. */
  const [made, setMade] = useState<{ readonly secret: string; readonly isRolled: boolean } | null>(null);
  const own = found.data?.results ?? [];
  const canAdd = found.data !== undefined && own.length < MAX_WEBHOOKS;
  return (
    <Block title={webhooks.title} help={webhooks.help}>
      <p className={styles.hint}>
        <a className={styles.link} href="/api/docs" target="_blank" rel="noreferrer">
          {webhooks.docs}
        </a>
      </p>
      {found.isError && found.data === undefined && (
        <div className={styles.start}>
          <Button size="sm" isLoading={found.isFetching} onPress={() => void found.refetch()}>
            {t.ui.retry}
          </Button>
        </div>
      )}
      {made !== null && (
        <OnceSecret
          lines={[webhooks.once, ...(made.isRolled ? [webhooks.rolled] : [])]}
          secret={made.secret}
          copy={webhooks.copy}
          kept={webhooks.kept}
          onKept={() => setMade(null)}
        />
      )}
      {own.length > 0 && (
        <ul className={rows.list} aria-label={webhooks.title}>
          {own.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isOffline={isOffline}
              onRolled={(secret) => setMade({ secret, isRolled: true })}
            />
          ))}
        </ul>
      )}
      {canAdd && !isAdding && made === null && (
        <div className={styles.buttons}>
          <Button isDisabled={isOffline} onPress={() => setAdding(true)}>
            {webhooks.add}
          </Button>
        </div>
      )}
      {isAdding && (
        <WebhookForm
          label={webhooks.add}
          send={webhooks.make}
          onSend={async (wanted) => {
            const secret = await makeWebhook(app, wanted);
            setAdding(false);
            setMade({ secret, isRolled: false });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Block>
  );
}
