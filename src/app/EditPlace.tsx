import { ArrowLeft, Box, Image } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useOrderKeys, useProjectRenders } from './core/render-queries.ts';
import { useApp } from './core/use-app.ts';
import styles from './EditPlace.module.css';
import { baseOf } from './features/results/base-of.ts';
import { Comparator } from './features/results/Comparator.tsx';
import { Differences } from './features/results/Differences.tsx';
import { listFinished } from './features/results/finished-renders.ts';
import { RenderGallery } from './features/results/RenderGallery.tsx';
import { type EditBase, isOrderedSince } from './state/edit.ts';
import { openRecipeFile } from './stories/open-recipe-file.ts';
import { offerRecipe } from './stories/take-recipe.ts';
import { useLateTexts } from './texts/use-late-texts.ts';
import { useTexts } from './texts/use-texts.ts';
import { Button } from './ui/Button.tsx';
import { Segments } from './ui/Segments.tsx';
import { ZoomPicture } from './ui/ZoomPicture.tsx';
import { viewOf } from './values/view-of.ts';

/**
 * The place to edit a picture (B4). Where Create has the stage it has the picture that the editor started from, and over
 * it the newest one since; panel, prompt, render button and carousel are those of Create. One press shows the stage, to
 * choose another view.
 */
export function EditPlace() {
  const app = useApp();
  const { t } = useTexts();
  const { edit: late } = useLateTexts();
  const { base, isStage, isChoosing, isStarting, sinceId, drawnBefore } = useSnapshot(app.state.edit);
  const setChoosing = (next: boolean): void => {
    app.state.edit.isChoosing = next;
  };
  const keyOf = useOrderKeys();
  const newest = listFinished(useProjectRenders()).find((render) =>
    isOrderedSince(render, { sinceId, drawnBefore }, keyOf(render.id)),
  );
  if (base === null || isChoosing) {
    return (
      <div className={styles.cover}>
        <RenderGallery
          isBusy={isStarting}
          back={
            base !== null && (
              <Button
                variant="quiet"
                icon={<ArrowLeft size={16} aria-hidden="true" />}
                onPress={() => setChoosing(false)}
              >
                {late.back}
              </Button>
            )
          }
          onChoose={(render, index) => {
            const next = baseOf(render, index, t.carousel.untitled);
            if (next !== null) void offerRecipe(app, next);
          }}
          onFile={(file) => void openRecipeFile(app, file, file.name)}
        />
      </div>
    );
  }
  return (
    <>
      <header className={styles.bar}>
        <span className={styles.from}>
          {late.startedFrom} <strong title={base.title}>{base.title}</strong>
        </span>
        <Segments
          label={late.show}
          value={isStage ? 'stage' : 'picture'}
          onChange={(next) => {
            app.state.edit.isStage = next === 'stage';
          }}
          options={[
            { value: 'picture', label: late.picture, icon: <Image size={16} aria-hidden="true" /> },
            { value: 'stage', label: late.stage, icon: <Box size={16} aria-hidden="true" /> },
          ]}
        />
        <Button size="sm" onPress={() => setChoosing(true)}>
          {late.another}
        </Button>
      </header>
      {!isStage && <Pair base={base as EditBase} newest={newest} />}
    </>
  );
}

function Pair({
  base,
  newest,
}: {
  readonly base: EditBase;
  readonly newest: ReturnType<typeof listFinished>[number] | undefined;
}) {
  const { loader } = useSnapshot(useApp().state.progress);
  const { t } = useTexts();
  const { edit: late } = useLateTexts();
  const image = newest?.output_images[0];
  const { recipe } = base;
  return (
    <div className={styles.cover}>
      <div className={styles.picture} data-toasts>
        {image === undefined ? (
          <ZoomPicture image={base.image} alt={base.title} aspect={recipe.widthPx / recipe.heightPx} />
        ) : (
          <Comparator
            key={image.image_hash}
            before={base.image}
            after={viewOf(image)}
            alt={newest?.positive_prompt || t.carousel.untitled}
            aspect={image.width / image.height}
            names={{ before: late.before, after: late.after, share: late.share }}
          />
        )}
      </div>
      {newest === undefined ? (
        <p className={styles.hint}>{loader.jobs.length > 0 ? late.rendering : late.waiting}</p>
      ) : (
        <div className={styles.differences}>
          <Differences
            one={{ recipe, imageIndex: base.imageIndex }}
            other={{ recipe: newest.recipe, imageIndex: 0 }}
          />
        </div>
      )}
    </div>
  );
}
