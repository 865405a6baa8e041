import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import type { DeviceRenderRow } from '../../values/device-render.ts';
import { cancelHere, drawAgain } from './change-order.ts';
import styles from './DeviceUnderWay.module.css';

/** Orders that this device draws, or could not draw: a card for each. */
export function DeviceUnderWay() {
  const app = useApp();
  const userId = useAccount()?.id ?? null;
  const { key: projectKey } = useSnapshot(app.state.project);
  const rows = useLiveQuery(
    async () =>
      userId === null
        ? []
        : app.db.deviceRenders
            .where('userId')
            .equals(userId)
            .filter((row) => row.state !== 'finished' && row.projectKey === projectKey)
            .sortBy('createdAt'),
    [userId, projectKey],
  );
  const refused = useLiveQuery(
    async () =>
      app.db.outbox.filter((row) => row.projectKey === projectKey && isRefusedPicture(row)).toArray(),
    [projectKey],
  );
  return (
    <>
      {rows?.map((row) => (
        <Card key={row.key} row={row} />
      ))}
      {refused?.map((row) => (
        <Refused key={row.key} row={row} />
      ))}
    </>
  );
}

/** Drawn here, and the server has said no to it. */
function isRefusedPicture({ work, state }: OutboxRow): boolean {
  const isOurs = work.kind === 'import-render' && work.deviceKey !== undefined;
  return isOurs && (state === 'dead' || state === 'parked');
}

function Refused({ row }: { readonly row: OutboxRow }) {
  const app = useApp();
  const texts = useTexts();
  const { here: t } = useLateTexts();
  return (
    <section className={styles.card} aria-label={t.refused}>
      <div className={styles.words}>
        <span className={styles.status}>{t.refused}</span>
        {row.failure !== null && <span className={styles.reason}>{describeFailure(texts, row.failure)}</span>}
        <div className={styles.actions}>
          <Button size="sm" onPress={() => void app.outbox.release(row.key)}>
            {t.send}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Card({ row }: { readonly row: DeviceRenderRow }) {
  const app = useApp();
  const texts = useTexts();
  const { here: t } = useLateTexts();
  const { here, isSparing } = useSnapshot(app.state.progress);
  const drawn = here?.key === row.key ? here : null;
  const text =
    row.state === 'failed'
      ? t.failed
      : drawn !== null
        ? t.drawing(texts.format.percent(drawn.percent / 100))
        : row.state === 'drawing'
          ? t.elsewhere
          : isSparing
            ? t.sparing
            : t.waiting;
  return (
    <section className={styles.card} aria-label={text}>
      {drawn?.preview != null && (
        <img src={drawn.preview} alt={texts.t.carousel.livePreview} draggable={false} />
      )}
      <div className={styles.words}>
        <span className={styles.status} role={row.state === 'failed' ? 'alert' : undefined}>
          {text}
        </span>
        {row.failure !== null && <span className={styles.reason}>{describeFailure(texts, row.failure)}</span>}
        {drawn !== null && <ProgressBar label={t.drawing('')} value={drawn.percent} />}
        {row.state === 'failed' && (
          <div className={styles.actions}>
            <Button size="sm" variant="quiet" onPress={() => void cancelHere(app, row.key)}>
              {t.discard}
            </Button>
            <Button size="sm" onPress={() => void drawAgain(app, row.key)}>
              {t.again}
            </Button>
          </div>
        )}
      </div>
      {row.state !== 'failed' && (
        <IconButton
          size="sm"
          label={t.cancel}
          icon={<X size={16} />}
          onPress={() => void cancelHere(app, row.key)}
        />
      )}
    </section>
  );
}
