import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { mayHaveOlder, useProjectRenders } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import styles from './Carousel.module.css';
import { listFinished, listSlides } from './finished-renders.ts';
import { RenderSlide } from './RenderSlide.tsx';
import { useDragScroll } from './use-drag-scroll.ts';

/** The loader, what is under way, then the project's pictures, newest first. */
export function Carousel({ loader, underWay }: { readonly loader: ReactNode; readonly underWay: ReactNode }) {
  const app = useApp();
  const { t } = useTexts();
  const { loader: state, hereCount } = useSnapshot(app.state.progress);
  const newest = useProjectRenders();
  const renders = listFinished(newest);
  const strip = useDragScroll();
  return (
    <section className={styles.carousel} aria-label={t.carousel.label} data-tour="results">
      {loader}
      <div ref={strip} className={styles.strip}>
        {underWay}
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
        {mayHaveOlder(newest) && (
          <button
            type="button"
            className={classes(styles.slide, styles.all)}
            onClick={() => {
              Object.assign(app.state.gallery, { isOpen: true, openId: null });
              app.state.shell.place = 'assets';
            }}
          >
            {t.carousel.all}
          </button>
        )}
        {renders.length === 0 && state.jobs.length + hereCount === 0 && (
          <p className={styles.empty}>
            <span>{t.carousel.empty}</span>
            {t.carousel.emptyHint}
          </p>
        )}
      </div>
    </section>
  );
}
