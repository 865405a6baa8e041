import { useSnapshot } from 'valtio';
import { useProjectRenders } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { shownJob } from '../../state/loader-machine.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { lazyPart, NoFrame } from '../../ui/lazy-part.tsx';
import styles from './LoaderSlide.module.css';

const QueueList = lazyPart(async () => (await import('./QueueList.tsx')).QueueList, NoFrame);

/** What the running render previews, then what waits behind it. */
export function UnderWay() {
  const { t } = useTexts();
  const { loader, preview } = useSnapshot(useApp().state.progress);
  // Its place is the picture's: it stays until that comes, and goes with it.
  const isFinished = useProjectRenders().some(
    ({ id, output_images }) => id === preview?.renderId && output_images.length > 0,
  );
  const shown = shownJob(loader);
  const waiting = loader.jobs.filter((job) => job !== shown && job.channel !== 'lost');
  return (
    <>
      {preview !== null && !isFinished && (
        <figure className={styles.preview}>
          <img src={preview.image} alt={t.carousel.livePreview} draggable={false} />
          <Badge tone="picture" className={styles.caption}>
            {t.carousel.livePreview}
          </Badge>
        </figure>
      )}
      {waiting.length > 0 && <QueueList jobs={waiting} loader={loader} />}
    </>
  );
}
