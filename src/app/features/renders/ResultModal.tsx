import { ChevronLeft, ChevronRight, Columns2, Download, ImageOff, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import type { RenderBody } from '../../../contract/http-api.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../../use-app.ts';
import { altText, listFinished } from './Carousel.tsx';
import { Comparator } from './Comparator.tsx';
import { loadPicturePng, saveFile } from './download-picture.ts';
import { useProjectRenders, useRender } from './queries.ts';
import { ResultInfo } from './ResultInfo.tsx';
import styles from './ResultModal.module.css';
import { ZoomPicture } from './ZoomPicture.tsx';

/** The prompt's first words. */
function titleText(render: RenderBody, fallback: string): string {
  const cut = altText(render, fallback);
  return cut.length < render.positive_prompt.trim().length ? `${cut.replace(/[\s,.;]+\S*$/, '')}…` : cut;
}

/** A finished render: the picture against the snapshot, its variants, its recipe, and the project's other renders. */
export function ResultModal({
  renderId,
  onOpen,
  onClose,
}: {
  readonly renderId: RenderId;
  readonly onOpen: (id: RenderId) => void;
  readonly onClose: () => void;
}) {
  const { t, format } = useTexts();
  const siblings = listFinished(useProjectRenders());
  const { data, isError, refetch, isFetching } = useRender(renderId);
  const render = data ?? siblings.find(({ id }) => id === renderId);
  const [mode, setMode] = useState<'compare' | 'zoom'>('compare');
  const [variant, setVariant] = useState({ renderId, index: 0 });
  const index = variant.renderId === renderId ? variant.index : 0;
  const image = render?.output_images[index] ?? render?.output_images[0];

  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      isDismissable={false}
      className={styles.dialog}
      title={render === undefined ? t.result.titleless : titleText(render, t.result.titleless)}
      aside={
        render !== undefined &&
        image !== undefined && (
          <span className={styles.subtitle}>
            {format.dateTime(render.created_at)} · {format.size(image.width, image.height)}
          </span>
        )
      }
      tools={
        render !== undefined &&
        image !== undefined && (
          <>
            <Segments
              label={t.result.mode}
              value={mode}
              onChange={setMode}
              options={[
                {
                  value: 'compare',
                  label: t.result.compare,
                  icon: <Columns2 size={16} aria-hidden="true" />,
                },
                { value: 'zoom', label: t.result.zoom, icon: <ZoomIn size={16} aria-hidden="true" /> },
              ]}
            />
            <DownloadButton render={render} address={image.image} number={index + 1} />
          </>
        )
      }
    >
      <div className={styles.body}>
        {render === undefined && !isError && (
          <div className={styles.wait} role="status" aria-label={t.ui.loading}>
            <Skeleton className={styles.skeleton} />
          </div>
        )}
        {render === undefined && isError && (
          <div className={styles.wait} role="alert">
            <EmptyState
              icon={<ImageOff size={28} />}
              title={t.result.notFound}
              action={
                <Button isLoading={isFetching} onPress={() => void refetch()}>
                  {t.ui.retry}
                </Button>
              }
            />
          </div>
        )}
        {render !== undefined && (
          <>
            <Rail render={render} index={index} onChoose={(next) => setVariant({ renderId, index: next })} />
            <div className={styles.picture}>
              {image !== undefined && (
                <Picture
                  key={image.image_hash}
                  mode={mode}
                  render={render}
                  image={image.image}
                  aspect={image.width / image.height}
                />
              )}
            </div>
            <Strip renders={siblings} current={render.id} onOpen={onOpen} />
            <aside className={styles.info}>
              <ResultInfo render={render} />
            </aside>
          </>
        )}
      </div>
    </Modal>
  );
}

function Picture({
  mode,
  render,
  image,
  aspect,
}: {
  readonly mode: 'compare' | 'zoom';
  readonly render: RenderBody;
  readonly image: string;
  readonly aspect: number;
}) {
  const { t } = useTexts();
  const alt = altText(render, t.result.titleless);
  // Without a snapshot there is nothing to compare with (J11).
  if (mode === 'zoom' || render.viewer_snapshot_url === '') {
    return <ZoomPicture image={image} alt={alt} aspect={aspect} />;
  }
  return <Comparator before={render.viewer_snapshot_url} after={image} alt={alt} aspect={aspect} />;
}

function Rail({
  render,
  index,
  onChoose,
}: {
  readonly render: RenderBody;
  readonly index: number;
  readonly onChoose: (index: number) => void;
}) {
  const { t } = useTexts();
  return (
    <div className={styles.rail}>
      {render.output_images.length > 1 && (
        <>
          <span className={styles.caption}>{t.result.variants}</span>
          {render.output_images.map((image, at) => (
            <button
              key={image.image_hash}
              type="button"
              className={styles.tile}
              aria-current={at === index}
              onClick={() => onChoose(at)}
            >
              <img src={image.thumbnail} alt={t.result.variant(at + 1)} />
              <span className={styles.number}>{at + 1}</span>
            </button>
          ))}
        </>
      )}
      <span className={styles.caption}>{t.result.snapshot}</span>
      {render.viewer_snapshot_url === '' ? (
        <span className={styles.missing}>{t.result.snapshotMissing}</span>
      ) : (
        <span className={styles.tile}>
          <img src={render.viewer_snapshot_url} alt={t.result.snapshot} />
        </span>
      )}
    </div>
  );
}

function Strip({
  renders,
  current,
  onOpen,
}: {
  readonly renders: readonly RenderBody[];
  readonly current: RenderId;
  readonly onOpen: (id: RenderId) => void;
}) {
  const { t } = useTexts();
  if (!renders.some(({ id }) => id !== current)) return <p className={styles.alone}>{t.result.noOthers}</p>;
  const at = renders.findIndex(({ id }) => id === current);
  const step = (by: number) => {
    const next = renders[at + by];
    if (next !== undefined) onOpen(next.id);
  };
  return (
    <nav className={styles.strip} aria-label={t.result.others}>
      <IconButton
        label={t.result.previous}
        icon={<ChevronLeft size={18} />}
        placement="top"
        isDisabled={at <= 0}
        onPress={() => step(-1)}
      />
      <div className={styles.thumbnails}>
        {renders.map((render) => (
          <button
            key={render.id}
            type="button"
            className={styles.tile}
            aria-current={render.id === current}
            ref={(element) => {
              if (render.id === current) element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            }}
            onClick={() => onOpen(render.id)}
          >
            <img
              src={render.thumbnail_url ?? render.main_output_url ?? ''}
              alt={altText(render, t.carousel.noPrompt)}
              loading="lazy"
            />
          </button>
        ))}
      </div>
      <IconButton
        label={t.result.next}
        icon={<ChevronRight size={18} />}
        placement="top"
        isDisabled={at === -1 || at === renders.length - 1}
        onPress={() => step(1)}
      />
    </nav>
  );
}

function DownloadButton({
  render,
  address,
  number,
}: {
  readonly render: RenderBody;
  readonly address: string;
  readonly number: number;
}) {
  const app = useApp();
  const { t } = useTexts();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    const name = `vitrine-${render.id}-${number}.png`;
    setLoading(true);
    try {
      saveFile(await loadPicturePng(app, address, name), name);
    } catch {
      app.toasts.show('error', t.result.downloadFailed);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button icon={<Download size={16} />} isLoading={isLoading} onPress={() => void download()}>
      {t.result.download}
    </Button>
  );
}
