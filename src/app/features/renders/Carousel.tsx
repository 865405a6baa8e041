import { useSnapshot } from 'valtio';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useApp } from '../../use-app.ts';
import styles from './Carousel.module.css';
import { cancelRender } from './cancel-render.ts';
import { altText, listFinished } from './finished-renders.ts';
import { LoaderSlide, type OrderActions, QueueSlide } from './LoaderSlide.tsx';
import { advanceLoader, shownJob, waitsForServer } from './loader-machine.ts';
import { usePolledSystem, useProjectRenders } from './queries.ts';
import { switchEngine } from './switch-engine.ts';
import { useDragScroll } from './use-drag-scroll.ts';

/** The loader, what it previews, what waits, then the project's pictures, newest first. */
export function Carousel() {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { loader, preview } = useSnapshot(app.state.renders);
  const system = usePolledSystem();
  const renders = listFinished(useProjectRenders());
  const strip = useDragScroll();

  const cancel = async (renderId: number): Promise<void> => {
    try {
      const refunded = await cancelRender(app, renderId);
      app.toasts.show(
        'info',
        t.loader.cancelled,
        refunded > 0 ? { message: t.loader.refunded(refunded) } : {},
      );
    } catch (error) {
      app.toasts.show('error', describeError(texts, error));
    }
  };
  const toStudio = async (renderId: number): Promise<void> => {
    try {
      await switchEngine(app, renderId, 'studio');
    } catch (error) {
      app.toasts.show('error', describeError(texts, error));
    }
  };
  const hasStudio = system?.system.engines.includes('studio') === true;
  const orders: OrderActions = { cancel, toStudio: hasStudio ? toStudio : null };
  const dismiss = () => {
    app.state.renders.loader = advanceLoader(app.state.renders.loader, { kind: 'errorDismissed' });
  };
  const shown = shownJob(loader);
  const waiting = loader.jobs.filter((job) => job !== shown && job.stage === 'queued');
  return (
    <section className={styles.carousel} aria-label={t.carousel.label}>
      <LoaderSlide
        loader={loader}
        isSystemKnown={system !== null}
        serverCount={loader.totalServers}
        lastSeconds={renders[0]?.duration_seconds ?? null}
        completedCount={Math.max(loader.completedCount, system?.statistics.recent_completed ?? 0)}
        now={app.outside.now}
        orders={orders}
        onDismissError={dismiss}
      />
      <div ref={strip} className={styles.strip}>
        {preview !== null && loader.phase === 'processing' && (
          <figure className={styles.slide}>
            <img src={preview.image} alt={t.carousel.livePreview} draggable={false} />
            <Badge tone="picture" className={styles.caption}>
              {t.carousel.livePreview}
            </Badge>
          </figure>
        )}
        {waiting.map((job) => (
          <QueueSlide key={job.id} job={job} isWaiting={waitsForServer(loader, job)} orders={orders} />
        ))}
        {renders.map((render) => (
          <RenderSlide
            key={render.id}
            render={render}
            onOpen={() => {
              app.state.shell.modal = { kind: 'result', renderId: render.id };
            }}
          />
        ))}
        {renders.length === 0 && loader.jobs.length === 0 && (
          <p className={styles.empty}>
            <span>{t.carousel.empty}</span>
            {t.carousel.emptyHint}
          </p>
        )}
      </div>
    </section>
  );
}

function RenderSlide({ render, onOpen }: { readonly render: RenderBody; readonly onOpen: () => void }) {
  const { t } = useTexts();
  const count = render.output_images.length;
  const picture = render.thumbnail_url ?? render.main_output_url;
  return (
    <button type="button" className={styles.slide} onClick={onOpen}>
      {picture !== null && (
        <img src={picture} alt={altText(render, t.carousel.noPrompt)} loading="lazy" draggable={false} />
      )}
      {count > 1 && (
        <Badge tone="picture" className={styles.badge}>
          {t.carousel.batch(count)}
        </Badge>
      )}
    </button>
  );
}
