import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Led } from '../../ui/Led.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { describeLoader } from './describe-loader.ts';
import styles from './LoaderSlide.module.css';
import { type LoaderState, queuedCount, type RenderJob, secondsLeft, shownJob } from './loader-machine.ts';

/** The first slide: what the engine does now, how far it is, what waits behind it. */
export function LoaderSlide({
  loader,
  isSystemKnown,
  serverCount,
  lastSeconds,
  completedCount,
  now,
  onCancel,
  onDismissError,
}: {
  readonly loader: LoaderState;
  readonly isSystemKnown: boolean;
  readonly serverCount: number;
  /** Wall seconds of the last finished picture. */
  readonly lastSeconds: number | null;
  readonly completedCount: number;
  readonly now: () => number;
  /** Rejects when it could not be cancelled; says so itself. */
  readonly onCancel: (renderId: number) => Promise<void>;
  readonly onDismissError: () => void;
}) {
  const { t, format } = useTexts();
  const job = shownJob(loader);
  const isProcessing = loader.phase === 'processing' && job !== null;
  const left = useSecondsLeft(isProcessing ? job : null, now);
  const { text, led } = describeLoader(t, loader, isSystemKnown);
  const isBusy = led === null;

  return (
    <section className={styles.slide} data-busy={isBusy} aria-label={t.loader.progress}>
      <div className={styles.head}>
        {led === null ? (
          <span className={styles.spinner}>
            <Spinner />
          </span>
        ) : (
          <Led tone={led} />
        )}
        <span className={styles.status} role="status">
          {text}
        </span>
        {isProcessing && <span className={styles.percent}>{format.percent(job.progress / 100)}</span>}
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
          <span className={styles.fact}>
            {left !== null && t.loader.timeLeft(format.roughDuration(left))}
            {!isBusy && lastSeconds !== null && t.loader.lastTook(format.duration(lastSeconds))}
          </span>
          <span className={styles.counts}>
            {t.loader.queuedCount(queuedCount(loader))} · {t.loader.completedCount(completedCount)}
          </span>
        </div>
        {job?.renderId != null && <CancelButton renderId={job.renderId} onCancel={onCancel} />}
      </div>
    </section>
  );
}

/** An order of this person that waits behind the one in work. */
export function QueueSlide({
  job,
  onCancel,
}: {
  readonly job: RenderJob;
  readonly onCancel: (renderId: number) => Promise<void>;
}) {
  const { t } = useTexts();
  const text = job.queuePosition === null ? t.loader.queued : t.loader.queuePosition(job.queuePosition);
  return (
    <section className={styles.slide} aria-label={text}>
      <div className={styles.head}>
        <Led tone="warn" />
        <span className={styles.status}>{text}</span>
      </div>
      <div className={styles.foot}>
        <span className={styles.facts} />
        {job.renderId !== null && <CancelButton renderId={job.renderId} onCancel={onCancel} />}
      </div>
    </section>
  );
}

function CancelButton({
  renderId,
  onCancel,
}: {
  readonly renderId: number;
  readonly onCancel: (renderId: number) => Promise<void>;
}) {
  const { t } = useTexts();
  const [isCancelling, setCancelling] = useState(false);
  return (
    <Button
      size="sm"
      aria-label={t.loader.cancelNamed}
      isLoading={isCancelling}
      onPress={() => {
        setCancelling(true);
        void onCancel(renderId).finally(() => setCancelling(false));
      }}
    >
      {t.loader.cancel}
    </Button>
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
