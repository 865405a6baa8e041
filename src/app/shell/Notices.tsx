import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useProjectRenders } from '../core/render-queries.ts';
import { useApp } from '../core/use-app.ts';
import { useLiveQuery } from '../core/use-live-query.ts';
import { MaintenanceNotice } from '../features/connection/MaintenanceNotice.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart, NoFrame } from '../ui/lazy-part.tsx';
import styles from './Notices.module.css';

const ConflictNotice = lazyPart(
  async () => (await import('../features/conflicts/ConflictNotice.tsx')).ConflictNotice,
  NoFrame,
);
const InstallOffer = lazyPart(
  async () => (await import('../features/account/InstallOffer.tsx')).InstallOffer,
  NoFrame,
);

/**
 * Lines under the top bar: that the server is being worked on, what this address or browser cannot do (L21), a new version that waits, and, once the first
 * picture has been made, that the app can be installed.
 */
export function Notices({ onUpdate }: { readonly onUpdate: () => Promise<void> }) {
  const app = useApp();
  const { t } = useTexts();
  const { hasUpdate, modal, place } = useSnapshot(app.state.shell);
  const { isOnDevice, key } = useSnapshot(app.state.project);
  const conflicts = useLiveQuery(
    async () => (key === null ? 0 : app.db.backups.where('projectKey').equals(key).count()),
    [key],
  );
  const hasPicture = useProjectRenders().some(({ output_images: images }) => images.length > 0);
  const [isMemory, setMemory] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    app.storage
      .kind()
      .then((kind) => setMemory(kind === 'memory'))
      .catch(() => setMemory(true));
  }, [app]);
  // There before there is news, so that a screen reader tells what comes; each by itself.
  return (
    <div className={styles.notices} role="status" aria-atomic="false">
      <MaintenanceNotice className={styles.news ?? ''} />
      {isMemory && <p className={styles.notice}>{t.shell.memoryOnly}</p>}
      {!app.outside.isSecure && !isMemory && !isDismissed && (
        <p className={styles.notice}>
          {t.shell.insecure}
          <Button size="sm" onPress={() => setDismissed(true)}>
            {t.ui.ok}
          </Button>
        </p>
      )}
      {(conflicts ?? 0) > 0 && <ConflictNotice />}
      {hasPicture && !hasUpdate && (
        <InstallOffer className={styles.news ?? ''} isFree={modal === null && place === 'create'} />
      )}
      {hasUpdate && (
        <p className={styles.news}>
          {isOnDevice ? t.shell.updateReady : t.shell.updateDirty}
          <Button size="sm" isDisabled={!isOnDevice} onPress={() => void onUpdate()}>
            {t.shell.updateNow}
          </Button>
        </p>
      )}
    </div>
  );
}
