import { Columns2, Download, ImageOff, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { saveFile } from '../../save-file.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../../use-app.ts';
import { Comparator } from './Comparator.tsx';
import { loadPicturePng } from './download-picture.ts';
import { altText, listFinished, titleText } from './finished-renders.ts';
import { useProjectRenders, useRender } from './queries.ts';
import { ResultInfo } from './ResultInfo.tsx';
import styles from './ResultModal.module.css';
import { RenderStrip, VariantRail } from './ResultStrips.tsx';
import { RunAgain } from './RunAgain.tsx';
import { ZoomPicture } from './ZoomPicture.tsx';

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
  const { result } = useLateTexts();
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
      title={render === undefined ? t.carousel.untitled : titleText(render, t.carousel.untitled)}
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
              label={result.mode}
              value={mode}
              onChange={setMode}
              options={[
                {
                  value: 'compare',
                  label: result.compare,
                  icon: <Columns2 size={16} aria-hidden="true" />,
                },
                { value: 'zoom', label: result.zoom, icon: <ZoomIn size={16} aria-hidden="true" /> },
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
              title={result.notFound}
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
            <VariantRail
              render={render}
              index={index}
              onChoose={(next) => setVariant({ renderId, index: next })}
            />
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
            <RenderStrip renders={siblings} current={render.id} onOpen={onOpen} />
            <aside className={styles.info}>
              <ResultInfo render={render} onOpen={onOpen} />
              <RunAgain render={render} />
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
  const alt = altText(render, t.carousel.untitled);
  // Without a snapshot there is nothing to compare with (J11).
  if (mode === 'zoom' || render.viewer_snapshot_url === '') {
    return <ZoomPicture image={image} alt={alt} aspect={aspect} />;
  }
  return <Comparator before={render.viewer_snapshot_url} after={image} alt={alt} aspect={aspect} />;
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
  const { result } = useLateTexts();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    const name = `vitrine-${render.id}-${number}.png`;
    setLoading(true);
    try {
      saveFile(await loadPicturePng(app, address, name), name);
    } catch {
      app.toasts.show('error', result.downloadFailed);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button icon={<Download size={16} />} isLoading={isLoading} onPress={() => void download()}>
      {result.download}
    </Button>
  );
}
