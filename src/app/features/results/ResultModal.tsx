import { Columns2, GitCompareArrows, ImageOff, Printer, ZoomIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { RenderId } from '../../../contract/ids.ts';
import { findSent, isOnServer, useProjectRenders, useRender, useSent } from '../../core/render-queries.ts';
import type { EditBase } from '../../state/edit.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { listWhole } from '../../values/list-whole.ts';
import { Differences } from './Differences.tsx';
import { DrawAgain } from './DrawAgain.tsx';
import type { ObtainProject } from './draw-again-here.ts';
import { listFinished, listSet, setName, titleText } from './finished-renders.ts';
import { ResultDownload } from './ResultDownload.tsx';
import { ResultInfo } from './ResultInfo.tsx';
import styles from './ResultModal.module.css';
import { type ResultMode, ResultPicture } from './ResultPicture.tsx';
import { ResultRail } from './ResultRail.tsx';
import { RenderStrip } from './ResultStrips.tsx';
import { RunAgain } from './RunAgain.tsx';
import { SendBack } from './SendBack.tsx';
import { StartFrom } from './StartFrom.tsx';

/** One picture of one render. */
interface Place {
  readonly renderId: RenderId;
  readonly index: number;
}

/**
 * A finished render: the picture against the snapshot or against any other picture of the project, its variants and its
 * set, its recipe or what differs from the other's, and the project's other renders.
 */
export function ResultModal({
  renderId,
  onOpen,
  onStart,
  downloadOf,
  obtainProject,
  onClose,
}: {
  readonly renderId: RenderId;
  readonly onOpen: (id: RenderId) => void;
  /** Takes the recipe of a picture into the editor. */
  readonly onStart: (base: EditBase) => void;
  /** The button that downloads finished renders. */
  readonly downloadOf: (renderIds: readonly RenderId[]) => ReactNode;
  readonly obtainProject: ObtainProject;
  readonly onClose: () => void;
}) {
  const { t, format } = useTexts();
  const { result, pair } = useLateTexts();
  const siblings = listFinished(useProjectRenders());
  const sentRenders = useSent();
  const { data, errorUpdateCount, refetch, isFetching } = useRender(renderId);
  // Still so while it is asked for again: the button that asks keeps its place and the focus.
  const hasFailed = errorUpdateCount > 0;
  const found = data ?? siblings.find(({ id }) => id === renderId);
  const last = useRef(found);
  if (found !== undefined) last.current = found;
  // One that this device drew is the server's by now: the window goes on with that.
  const isHandedOver = found === undefined && !isOnServer({ id: renderId });
  const render = found ?? (isHandedOver ? last.current : undefined);
  const sent = isHandedOver && render !== undefined ? findSent(siblings, render, sentRenders) : undefined;
  useEffect(() => {
    if (sent !== undefined) onOpen(sent.id);
    else if (isHandedOver) onClose();
  }, [sent, isHandedOver, onOpen, onClose]);
  const [mode, setMode] = useState<ResultMode>('compare');
  const [variant, setVariant] = useState<Place>({ renderId, index: 0 });
  const [isPairing, setPairing] = useState(false);
  const [chosen, setChosen] = useState<Place | null>(null);
  const index = variant.renderId === renderId ? variant.index : 0;
  const image = render?.output_images[index] ?? render?.output_images[0];
  const otherRender = isPairing ? siblings.find(({ id }) => id === chosen?.renderId) : undefined;
  const other = otherRender?.output_images[chosen?.index ?? 0];

  /** While two are compared a press chooses the other one; else it goes there. */
  const pick = (id: RenderId, at: number): void => {
    if (isPairing) {
      setChosen({ renderId: id, index: at });
      setMode('compare');
      return;
    }
    setVariant({ renderId: id, index: at });
    if (id !== renderId) onOpen(id);
  };
  const togglePairing = (): void => {
    setPairing(!isPairing);
    setChosen(null);
  };
  const isOf = (place: Place | null): boolean => place?.renderId === render?.id && place?.index === index;
  const hasImage = render !== undefined && image !== undefined;
  const set = render === undefined ? [] : listSet(siblings, render);
  const name = render === undefined ? '' : setName(render);
  const hasOther = siblings.some(({ id }) => id !== renderId) || (render?.output_images.length ?? 0) > 1;

  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      isDismissable={false}
      className={styles.dialog}
      title={render === undefined ? t.carousel.untitled : name || titleText(render, t.carousel.untitled)}
      aside={
        hasImage && (
          <span className={styles.subtitle}>
            {format.dateTime(render.created_at)} · {format.size(image.width, image.height)}
          </span>
        )
      }
      tools={
        hasImage && (
          <>
            {hasOther && (
              <Button
                variant={isPairing ? 'secondary' : 'quiet'}
                icon={<GitCompareArrows size={16} aria-hidden="true" />}
                aria-label={isPairing ? pair.end : pair.compareWith}
                aria-pressed={isPairing}
                onPress={togglePairing}
              >
                <span className={styles.wide}>{isPairing ? pair.end : pair.compareWith}</span>
              </Button>
            )}
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
                { value: 'print', label: result.print, icon: <Printer size={16} aria-hidden="true" /> },
              ]}
            />
            <ResultDownload render={render} index={index} />
            {isOnServer(render) &&
              [render, ...set].some((each) => listWhole(each).length > 0) &&
              downloadOf([...new Set([render.id, ...set.map(({ id }) => id)])])}
          </>
        )
      }
    >
      <div className={styles.body}>
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
            isLoading={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {render !== undefined && (
          <>
            <ResultRail
              render={render}
              set={set}
              index={index}
              other={isPairing ? chosen : null}
              onPick={pick}
            />
            <div className={styles.picture}>
              {image !== undefined && (
                <ResultPicture
                  key={`${image.image_hash} ${other?.image_hash}`}
                  mode={mode}
                  render={render}
                  image={image}
                  other={other !== undefined && !isOf(chosen) ? other : null}
                />
              )}
              {isPairing && other === undefined && (
                <p className={styles.hint} role="status">
                  {pair.choose}
                </p>
              )}
            </div>
            <RenderStrip
              renders={siblings}
              current={render.id}
              other={isPairing ? (chosen?.renderId ?? null) : null}
              isPairing={isPairing}
              onOpen={(id) => pick(id, 0)}
            />
            <aside className={styles.info}>
              <ResultInfo render={render} index={index} onOpen={onOpen}>
                {otherRender !== undefined && !isOf(chosen) && (
                  <Differences
                    one={{ recipe: otherRender.recipe, imageIndex: chosen?.index ?? 0 }}
                    other={{ recipe: render.recipe, imageIndex: index }}
                  />
                )}
              </ResultInfo>
              <div className={styles.actions}>
                <StartFrom render={render} index={index} onStart={onStart} />
                {isOnServer(render) && <RunAgain render={render} />}
                <DrawAgain render={render} obtainProject={obtainProject} />
                <SendBack key={`${render.id} ${index}`} render={render} index={index} />
              </div>
            </aside>
          </>
        )}
      </div>
    </Modal>
  );
}
