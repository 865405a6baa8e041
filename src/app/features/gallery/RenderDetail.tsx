import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ImageOff, Star, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type RenderBody, RenderFilesBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useRender } from '../../core/render-queries.ts';
import { useApp } from '../../core/use-app.ts';
import { useLibraryItems } from '../../scene/use-library.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Deferred } from '../../ui/Deferred.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { listWhole } from '../../values/list-whole.ts';
import { DetailFacts } from './DetailFacts.tsx';
import { DetailMasks } from './DetailMasks.tsx';
import { DetailNotes } from './DetailNotes.tsx';
import { DetailThumbnail } from './DetailThumbnail.tsx';
import { ImageViewer } from './ImageViewer.tsx';
import { type DetailPicture, inSequence, listPictures } from './list-pictures.ts';
import styles from './RenderDetail.module.css';

/** Everything about one render of the gallery (S1 2.5), and what can be done with it. */
export function RenderDetail({
  renderId,
  canChange,
  actionsOf,
  download,
  onBack,
  onStar,
  onDelete,
}: {
  readonly renderId: RenderId;
  readonly canChange: boolean;
  readonly actionsOf: (render: RenderBody) => ReactNode;
  readonly download: ReactNode;
  readonly onBack: () => void;
  readonly onStar: (starred: boolean) => void;
  readonly onDelete: () => void;
}) {
  const { t } = useTexts();
  const { gallery, result } = useLateTexts();
  const { data: render, error, errorUpdateCount, isFetching, refetch } = useRender(renderId);
  // Still so while it is asked for again: the button that asks keeps its place and the focus.
  const hasFailed = errorUpdateCount > 0;
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <section className={styles.detail} aria-label={gallery.renderTitle(renderId)}>
      <header className={styles.header}>
        <Button ref={back} icon={<ArrowLeft size={16} aria-hidden="true" />} onPress={onBack}>
          {gallery.back}
        </Button>
        <h2 className={styles.title}>{gallery.renderTitle(renderId)}</h2>
        {render !== undefined && (
          <div className={styles.tools}>
            <Button
              icon={<Star size={16} aria-hidden="true" fill={render.starred ? 'currentColor' : 'none'} />}
              aria-pressed={render.starred}
              isDisabled={!canChange}
              onPress={() => onStar(!render.starred)}
            >
              {render.starred ? gallery.removeStar : gallery.addStar}
            </Button>
            {listWhole(render).length > 0 && download}
            <Button
              variant="danger"
              icon={<Trash2 size={16} aria-hidden="true" />}
              isDisabled={!canChange}
              onPress={onDelete}
            >
              {gallery.delete}
            </Button>
          </div>
        )}
      </header>
      {render === undefined && !hasFailed && (
        <div className={styles.wait} role="status" aria-label={t.ui.loading}>
          <Skeleton className={styles.skeleton} />
        </div>
      )}
      {render === undefined && hasFailed && (
        <LoadFailure
          className={styles.wait}
          icon={<ImageOff size={28} />}
          title={result.notFound}
          cause={error}
          isLoading={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {render !== undefined && (
        <Deferred>
          <Body render={render} actions={actionsOf(render)} />
        </Deferred>
      )}
    </section>
  );
}

function Body({ render, actions }: { readonly render: RenderBody; readonly actions: ReactNode }) {
  const { language } = useTexts();
  const texts = useLateTexts();
  const { gallery } = texts;
  const materials = useLibraryItems('material');
  const [shown, setShown] = useState<string | null>(null);
  const pictures = listPictures(render, usePasses(render), (id) => materials.get(id)?.names[language], texts);
  const all = inSequence(pictures);
  const show = (picture: DetailPicture): void => setShown(picture.key);
  const hasNegative = render.use_negative_prompt && render.negative_prompt.trim() !== '';
  return (
    <div className={styles.body}>
      <div className={styles.main}>
        <h3 className={styles.heading}>{gallery.mainOutput}</h3>
        <div className={styles.outputs} data-count={pictures.outputs.length}>
          {pictures.outputs.map((picture) => (
            <DetailThumbnail key={picture.key} picture={picture} kind="output" onShow={show} />
          ))}
          {pictures.outputs.length === 0 && <p className={styles.quiet}>{gallery.noOutput}</p>}
        </div>
        <h3 className={styles.heading}>{gallery.snapshots}</h3>
        <ul className={styles.snapshots}>
          {pictures.snapshots.map((picture) => (
            <li key={picture.key}>
              <DetailThumbnail picture={picture} kind="snapshot" onShow={show} />
              <span className={styles.caption}>{picture.name}</span>
            </li>
          ))}
        </ul>
        <h3 className={styles.heading}>{gallery.masks}</h3>
        <DetailMasks masks={pictures.masks} onShow={show} />
      </div>
      <aside className={styles.side}>
        <h3 className={styles.heading}>{gallery.positivePrompt}</h3>
        <p className={styles.prompt}>{render.positive_prompt.trim() || gallery.noText}</p>
        {hasNegative && (
          <>
            <h3 className={styles.heading}>{gallery.negativePrompt}</h3>
            <p className={styles.prompt}>{render.negative_prompt}</p>
          </>
        )}
        <DetailFacts render={render} />
        <DetailNotes render={render} />
        <div className={styles.actions}>{actions}</div>
      </aside>
      {shown !== null && (
        <ImageViewer
          pictures={all}
          // More of them may come while it is open.
          index={all.findIndex(({ key }) => key === shown)}
          onGo={(index) => setShown(all[index]?.key ?? null)}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}

/** Addresses of what guided the engine; they are asked for only where there is something. */
function usePasses(render: RenderBody): Readonly<Record<string, string>> {
  const app = useApp();
  const { depth, normal } = render.recipe.passes;
  const { data } = useQuery({
    queryKey: ['render', render.id, 'files'] as const,
    queryFn: ({ signal }) => app.server.call(`/api/render/${render.id}/files/`, RenderFilesBody, {}, signal),
    enabled: depth !== null || normal !== null,
  });
  return data?.files ?? {};
}
