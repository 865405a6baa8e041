import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ApiKeyBody } from '../../../contract/http/keys/api-keys.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/FormError.tsx';
import styles from './Account.module.css';
import { apiKeysQuery, revokeApiKey } from './api-keys.ts';
import { Block } from './Block.tsx';
import rows from './DeviceList.module.css';
import { NewApiKey } from './NewApiKey.tsx';
import { OnceSecret } from './OnceSecret.tsx';
import { useProof } from './use-proof.ts';

/** Keys that programs call with in place of the person: which there are, one more, one less. */
export function ApiKeys() {
  const app = useApp();
  const { t } = useTexts();
  const { apiKeys } = useLateTexts().programs;
  const isOffline = useSnapshot(app.state.shell).connection !== 'online';
  const { canProve } = useProof();
  const found = useQuery({ ...apiKeysQuery(app), enabled: !isOffline });
  const [isAdding, setAdding] = useState(false);
  /** The key that was just made: it is told this once. */
  const [made, setMade] = useState<string | null>(null);
  const own = found.data?.results ?? [];
  const canAct = canProve && found.data !== undefined;
  return (
    <Block title={apiKeys.title} help={canProve ? apiKeys.help : apiKeys.noPassword}>
      {found.isError && found.data === undefined && (
        <div className={styles.start}>
          <Button size="sm" isLoading={found.isFetching} onPress={() => void found.refetch()}>
            {t.ui.retry}
          </Button>
        </div>
      )}
      {made !== null && (
        <OnceSecret
          lines={[apiKeys.once]}
          secret={made}
          copy={apiKeys.copy}
          kept={apiKeys.kept}
          onKept={() => setMade(null)}
        />
      )}
      {own.length > 0 && (
        <ul className={rows.list} aria-label={apiKeys.title}>
          {own.map((key) => (
            <Row key={key.id} apiKey={key} isOffline={isOffline} />
          ))}
        </ul>
      )}
      {canAct && !isAdding && made === null && (
        <div className={styles.buttons}>
          <Button isDisabled={isOffline} onPress={() => setAdding(true)}>
            {apiKeys.add}
          </Button>
        </div>
      )}
      {isAdding && (
        <NewApiKey
          onMade={(key) => {
            setAdding(false);
            setMade(key);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Block>
  );
}

function Row({ apiKey, isOffline }: { readonly apiKey: ApiKeyBody; readonly isOffline: boolean }) {
  const app = useApp();
  const { format } = useTexts();
  const { apiKeys } = useLateTexts().programs;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { id, name, scopes, ending, created_at, last_used_at, expires_at: expiresAt } = apiKey;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const revoke = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await revokeApiKey(app, id);
      app.toasts.show('success', apiKeys.didRevoke(name), { area: 'page' });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const facts = [
    `${apiKeys.ending(ending)}, ${scopes.map((scope) => apiKeys.scopes[scope].short).join(', ')}`,
    last_used_at === null ? apiKeys.unused : apiKeys.used(format.dateTime(last_used_at)),
    apiKeys.made(format.dateTime(created_at)),
    expiresAt === null ? apiKeys.forever : apiKeys.until(format.dateTime(expiresAt)),
  ];
  return (
    <li className={rows.device}>
      <div className={rows.words}>
        <span className={rows.name}>
          {name}
          {isOver && <Badge tone="warn">{apiKeys.over}</Badge>}
        </span>
        {facts.map((fact) => (
          <span key={fact} className={rows.fact}>
            {fact}
          </span>
        ))}
        {error !== null && <FormError cause={error}>{describeError(app.texts(), error)}</FormError>}
      </div>
      <Button
        isDisabled={isOffline}
        isLoading={isBusy}
        aria-label={apiKeys.revokeOf(name)}
        onPress={() => void revoke()}
      >
        {apiKeys.revoke}
      </Button>
    </li>
  );
}
