import { X } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { isAway } from '../../core/judge-service.ts';
import { useProjectRenders } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useHasCredits } from '../../core/use-config.ts';
import { useService } from '../../core/use-service.ts';
import { advanceLoader, queuedCount, shownJob } from '../../state/loader-machine.ts';
import { isDrawn, timeLeft, waitsForServer } from '../../state/render-job.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Led } from '../../ui/Led.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { describeLoader } from './describe-loader.ts';
import styles from './LoaderSlide.module.css';
import { OrderButtons } from './OrderButtons.tsx';
import { useOrderActions } from './use-order-actions.ts';
import { usePolledSystem } from './use-polled-system.ts';

/** The first slide: what the engine does now, how far it is, what waits behind it. */
export function LoaderSlide() {
  const app = useApp();
  const { t, format } = useTexts();
  const { loader } = useSnapshot(app.state.progress);
  const system = usePolledSystem();
  const orders = useOrderActions();
  /** Wall seconds of the last finished picture. */
  const lastSeconds =
    useProjectRenders().find((render) => render.output_images.length > 0)?.duration_seconds ?? null;
  const completedCount = Math.max(loader.completedCount, system?.statistics.recent_completed ?? 0);
  const job = shownJob(loader);
  const isWaiting = job !== null && waitsForServer(loader, job);
  const service = useService();
  const isThere = !isAway(service);
  const { text, led } = describeLoader(t, loader, service);
  const isBusy = led === null;
  const isDrawing = isThere && loader.phase === 'processing' && job !== null && isDrawn(job);
  const left = !isDrawing || loader.ending !== null ? null : timeLeft(job);
  const isHidden = loader.phase === 'hidden';
  /** That the server knows, and so can cancel. */
  const count = loader.jobs.filter(({ renderId }) => renderId !== null).length;
  const [cancelling, setCancelling] = useState<number | null>(null);
  const isCancelling = job !== null && job.renderId !== null && job.renderId === cancelling;
  const cancel = async (renderId: number): Promise<void> => {
    setCancelling(renderId);
    await orders.cancel(renderId).finally(() => setCancelling(null));
  };
  const dismiss = (): void => {
    app.state.progress.loader = advanceLoader(app.state.progress.loader, { kind: 'errorDismissed' });
  };

  return (
    <section
      className={styles.slide}
      data-busy={isBusy}
      data-waiting={isWaiting}
      data-many={count > 1}
      data-ending={loader.ending !== null}
      data-hidden={isHidden}
      inert={isHidden}
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
        {isDrawing && !isWaiting && (
          <span className={styles.percent}>{format.percent(job.progress / 100)}</span>
        )}
        {led === 'ok' && loader.phase === 'idle' && loader.hasAi && (
          <span className={styles.aside}>{t.loader.servers(loader.activeServers)}</span>
        )}
        {isThere && loader.phase === 'error' && (
          <IconButton
            size="sm"
            className={styles.dismiss}
            label={t.ui.dismiss}
            icon={<X size={16} />}
            onPress={dismiss}
          />
        )}
      </div>
      {(isBusy || loader.isBarEmpty) && (
        <ProgressBar label={t.loader.progress} value={isDrawing ? job.progress : isBusy ? null : 0} />
      )}
      <div className={styles.foot}>
        <div className={styles.facts}>
          {isThere && (isWaiting || job?.nodeId === 'load-ai-model') ? (
            <span className={styles.note}>{isWaiting ? t.loader.keepsPlace : t.loader.loadsQuietly}</span>
          ) : (
            <>
              <span className={styles.fact}>
                {left !== null && t.loader.timeLeft(format.roughRange(left.low, left.high))}
                {!isBusy && lastSeconds !== null && t.loader.lastTook(format.duration(lastSeconds))}
              </span>
              <span className={styles.counts}>
                {t.loader.queuedCount(queuedCount(loader))} · {t.loader.completedCount(completedCount)}
              </span>
            </>
          )}
        </div>
        {isThere && count > 1 && <CancelAll count={count} onCancel={orders.cancelAll} />}
        {isThere && job?.renderId != null && loader.ending === null && (
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

/** With more than one order under way; asks first. */
function CancelAll({ count, onCancel }: { readonly count: number; readonly onCancel: () => Promise<void> }) {
  const { t } = useTexts();
  const hasCredits = useHasCredits();
  const [isAsking, setAsking] = useState(false);
  const [isLoading, setLoading] = useState(false);
  return (
    <>
      <Button size="sm" variant="quiet" isLoading={isLoading} onPress={() => setAsking(true)}>
        {t.loader.cancelAll}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t.loader.cancelAll}
        message={hasCredits ? t.loader.cancelAllQuestion(count) : t.loader.cancelAllFree(count)}
        confirmLabel={t.loader.cancelAll}
        cancelLabel={t.loader.keepAll}
        onConfirm={() => {
          setAsking(false);
          setLoading(true);
          void onCancel().finally(() => setLoading(false));
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
