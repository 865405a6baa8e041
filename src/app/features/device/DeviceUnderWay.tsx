import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Failure } from '../../../contract/failure.ts';
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
import { cancelHere, drawAgain } from './change-order.ts';
import styles from './DeviceUnderWay.module.css';
import { listHere, type OrderHere } from './list-here.ts';

/** Orders that this device draws, or could not draw, whatever project they are of: a card for each. */
export function DeviceUnderWay() {
  const app = useApp();
  const userId = useAccount()?.id ?? null;
  const { key: projectKey } = useSnapshot(app.state.project);
  const rows = useLiveQuery(
    async () => (userId === null ? [] : listHere(app, userId, projectKey)),
    [userId, projectKey],
  );
  const refused = useLiveQuery(
    async () =>
      app.db.outbox.filter((row) => row.projectKey === projectKey && isRefusedPicture(row)).toArray(),
    [projectKey],
  );
  return (
    <>
      {rows?.map((order) => (
        <Card key={order.row.key} order={order} />
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
  const { here: t } = useLateTexts();
  return (
    <section className={styles.card} aria-label={t.refused}>
      <div className={styles.words}>
        <span className={styles.status}>{t.refused}</span>
        {row.failure !== null && <Reason failure={row.failure} />}
        <div className={styles.actions}>
          <Button size="sm" onPress={() => void app.outbox.release(row.key)}>
            {t.send}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Why; the whole of it under the pointer. */
function Reason({ failure }: { readonly failure: Failure }) {
  const reason = describeFailure(useTexts(), failure);
  return (
    <span className={styles.reason} title={reason}>
      {reason}
    </span>
  );
}

function Card({ order: { row, otherProject } }: { readonly order: OrderHere }) {
  const app = useApp();
  const texts = useTexts();
  const { here: t, unsent } = useLateTexts();
  const { here, isSparing } = useSnapshot(app.state.progress);
  const drawn = here?.key === row.key ? here : null;
  const state =
    row.state === 'failed'
      ? t.failed
      : drawn !== null
        ? t.drawing(texts.format.percent(drawn.percent / 100))
        : row.state === 'drawing'
          ? t.elsewhere
          : isSparing
            ? t.sparing
            : t.waiting;
  const text = otherProject === null ? state : `${state} · ${otherProject ?? unsent.goneProject}`;
  return (
    <section className={styles.card} aria-label={text}>
      {drawn?.preview != null && (
        <img src={drawn.preview} alt={texts.t.carousel.livePreview} draggable={false} />
      )}
      <div className={styles.words}>
        <span className={styles.status} role={row.state === 'failed' ? 'alert' : undefined} title={text}>
          {text}
        </span>
        {row.failure !== null && <Reason failure={row.failure} />}
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
