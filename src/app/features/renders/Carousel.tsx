import { useSnapshot } from 'valtio';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useApp } from '../../use-app.ts';
import styles from './Carousel.module.css';
import { listFinished, listSlides } from './finished-renders.ts';
import { LoaderSlide } from './LoaderSlide.tsx';
import { advanceLoader, shownJob } from './loader-machine.ts';
import { usePolledSystem, useProjectRenders } from './queries.ts';
import { RenderSlide } from './RenderSlide.tsx';
import { useDragScroll } from './use-drag-scroll.ts';
import { useOrderActions } from './use-order-actions.ts';

const QueueList = lazyPart(async () => (await import('./QueueList.tsx')).QueueList, NoFrame);

/** The loader, what it previews, what waits, then the project's pictures, newest first. */
export function Carousel() {
  const app = useApp();
  const { t } = useTexts();
  const { loader, preview } = useSnapshot(app.state.renders);
  const system = usePolledSystem();
  const renders = listFinished(useProjectRenders());
  const strip = useDragScroll();

  const orders = useOrderActions();
  const dismiss = () => {
    app.state.renders.loader = advanceLoader(app.state.renders.loader, { kind: 'errorDismissed' });
  };
  const shown = shownJob(loader);
  const waiting = loader.jobs.filter((job) => job !== shown && job.channel !== 'lost');
  return (
    <section className={styles.carousel} aria-label={t.carousel.label}>
      <LoaderSlide
        loader={loader}
        isSystemKnown={system !== null}
        serverCount={loader.totalServers}
        lastSeconds={renders[0]?.duration_seconds ?? null}
        completedCount={Math.max(loader.completedCount, system?.statistics.recent_completed ?? 0)}
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
        {waiting.length > 0 && <QueueList jobs={waiting} loader={loader} orders={orders} />}
        {listSlides(renders).map((slide) => (
          <RenderSlide
            key={slide.key}
            slide={slide}
            onOpen={() => {
              const [first] = slide.renders;
              if (first !== undefined) app.state.shell.modal = { kind: 'result', renderId: first.id };
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

/** They come a moment later, and there are none most of the time. */
function NoFrame() {
  return null;
}
