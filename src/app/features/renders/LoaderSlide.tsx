import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { WAITING_NODE } from '../../../contract/render-events.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Led } from '../../ui/Led.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { describeLoader, describeNode } from './describe-loader.ts';
import { secondsLeft } from './job-pace.ts';
import styles from './LoaderSlide.module.css';
import { type LoaderState, queuedCount, type RenderJob, shownJob, waitsForServer } from './loader-machine.ts';

/** What a person does about an order. Neither rejects: what went wrong is said. */
export interface OrderActions {
  readonly cancel: (renderId: number) => Promise<void>;
  /** Has Studio draw it; null without one. */
  readonly toStudio: ((renderId: number) => Promise<void>) | null;
}

/** The first slide: what the engine does now, how far it is, what waits behind it. */
export function LoaderSlide({
  loader,
  isSystemKnown,
  serverCount,
  lastSeconds,
  completedCount,
  now,
  orders,
  onDismissError,
}: {
  readonly loader: LoaderState;
  readonly isSystemKnown: boolean;
  readonly serverCount: number;
  /** Wall seconds of the last finished picture. */
  readonly lastSeconds: number | null;
  readonly completedCount: number;
  readonly now: () => number;
  readonly orders: OrderActions;
  readonly onDismissError: () => void;
}) {
  const { t, format } = useTexts();
  const job = shownJob(loader);
  const isProcessing = loader.phase === 'processing' && job !== null;
  const isWaiting = job !== null && waitsForServer(loader, job);
  const left = useSecondsLeft(isProcessing ? job : null, now);
  const { text, led } = describeLoader(t, loader, isSystemKnown);
  const isBusy = led === null;
  const [cancelling, setCancelling] = useState<number | null>(null);
  const isCancelling = job !== null && job.renderId !== null && job.renderId === cancelling;
  const cancel = async (renderId: number): Promise<void> => {
    setCancelling(renderId);
    await orders.cancel(renderId).finally(() => setCancelling(null));
  };

  return (
    <section
      className={styles.slide}
      data-busy={isBusy}
      data-waiting={isWaiting}
      aria-label={t.loader.progress}
    >
      <div className={styles.head}>
        {led === null ? (
          <span className={styles.spinner}>
            <Spinner />
          </span>
        ) : (
          <Led tone={led} />
        )}
        <span className={styles.status} role="status">
          {isCancelling ? t.loader.cancelling : text}
        </span>
        {isProcessing && !isWaiting && (
          <span className={styles.percent}>{format.percent(job.progress / 100)}</span>
        )}
        {!isBusy && loader.phase === 'idle' && serverCount > 0 && (
          <span className={styles.aside}>{t.loader.servers(serverCount)}</span>
        )}
        {loader.phase === 'error' && (
          <IconButton
            size="sm"
            className={styles.dismiss}
            label={t.ui.dismiss}
            icon={<X size={16} />}
            onPress={onDismissError}
          />
        )}
      </div>
      {isBusy && <ProgressBar label={t.loader.progress} value={isProcessing ? job.progress : null} />}
      <div className={styles.foot}>
        <div className={styles.facts}>
          {isWaiting || job?.nodeId === 'load-ai-model' ? (
            <span className={styles.note}>{isWaiting ? t.loader.keepsPlace : t.loader.loadsQuietly}</span>
          ) : (
            <>
              <span className={styles.fact}>
                {left !== null && t.loader.timeLeft(format.roughDuration(left))}
                {!isBusy && lastSeconds !== null && t.loader.lastTook(format.duration(lastSeconds))}
              </span>
              <span className={styles.counts}>
                {t.loader.queuedCount(queuedCount(loader))} · {t.loader.completedCount(completedCount)}
              </span>
            </>
          )}
        </div>
        {job?.renderId != null && (
          <OrderButtons
            renderId={job.renderId}
            orders={{ ...orders, cancel }}
            isWaiting={isWaiting}
            isCancelling={isCancelling}
          />
        )}
      </div>
    </section>
  );
}

/** An order of this person that waits behind the one in work. */
export function QueueSlide({
  job,
  isWaiting,
  orders,
}: {
  readonly job: RenderJob;
  /** For a server to be there at all. */
  readonly isWaiting: boolean;
  readonly orders: OrderActions;
}) {
  const { t } = useTexts();
  const [isCancelling, setCancelling] = useState(false);
  const place = job.queuePosition === null ? t.loader.queued : t.loader.queuePosition(job.queuePosition);
  const text = isWaiting ? describeNode(t, WAITING_NODE) : place;
  const cancel = async (renderId: number): Promise<void> => {
    setCancelling(true);
    await orders.cancel(renderId).finally(() => setCancelling(false));
  };
  return (
    <section className={styles.slide} data-waiting={isWaiting} aria-label={text}>
      <div className={styles.head}>
        <Led tone="warn" />
        <span className={styles.status}>{isCancelling ? t.loader.cancelling : text}</span>
      </div>
      <div className={styles.foot}>
        <div className={styles.facts}>
          {isWaiting && <span className={styles.note}>{t.loader.keepsPlace}</span>}
        </div>
        {job.renderId !== null && (
          <OrderButtons
            renderId={job.renderId}
            orders={{ ...orders, cancel }}
            isWaiting={isWaiting}
            isCancelling={isCancelling}
          />
        )}
      </div>
    </section>
  );
}

function OrderButtons({
  renderId,
  orders,
  isWaiting,
  isCancelling,
}: {
  readonly renderId: number;
  readonly orders: OrderActions;
  readonly isWaiting: boolean;
  readonly isCancelling: boolean;
}) {
  const { t } = useTexts();
  const [isSwitching, setSwitching] = useState(false);
  const { toStudio } = orders;
  return (
    <>
      {isWaiting && toStudio !== null && (
        <Button
          size="sm"
          isLoading={isSwitching}
          isDisabled={isCancelling}
          onPress={() => {
            setSwitching(true);
            void toStudio(renderId).finally(() => setSwitching(false));
          }}
        >
          {t.order.toStudio}
        </Button>
      )}
      <Button
        size="sm"
        aria-label={t.loader.cancelNamed}
        isLoading={isCancelling}
        isDisabled={isSwitching}
        onPress={() => void orders.cancel(renderId)}
      >
        {t.loader.cancel}
      </Button>
    </>
  );
}

/** Counted again every second while a render runs. */
function useSecondsLeft(job: RenderJob | null, now: () => number): number | null {
  const [at, setAt] = useState(now);
  const isRunning = job !== null;
  useEffect(() => {
    if (!isRunning) return;
    setAt(now());
    const timer = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning, now]);
  return job === null ? null : secondsLeft(job, at);
}
