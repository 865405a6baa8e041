import { ArrowLeft, ArrowRight, GripVertical } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { dragByTouch } from '../../browser/drag-by-touch.ts';
import { isAway } from '../../core/judge-service.ts';
import { useService } from '../../core/use-service.ts';
import type { LoaderState } from '../../state/loader-state.ts';
import { type RenderJob, waitsForServer } from '../../state/render-job.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Led } from '../../ui/Led.tsx';
import { describeWait, describeWaiting } from './describe-loader.ts';
import styles from './LoaderSlide.module.css';
import { moveInLine } from './move-in-line.ts';
import { OrderButtons } from './OrderButtons.tsx';
import { type OrderActions, useOrderActions } from './use-order-actions.ts';

/**
 * The orders of this person that wait behind the one in work, the next one first. Dragging, by mouse, by finger after a
 * rest on it or with the handle by keyboard, or the arrows of each have them run in another sequence.
 */
export function QueueList({
  jobs,
  loader,
}: {
  readonly jobs: readonly RenderJob[];
  readonly loader: LoaderState;
}) {
  const { t } = useTexts();
  const orders = useOrderActions();
  const line = jobs.flatMap(({ renderId, queuePosition }) =>
    renderId === null || queuePosition === null ? [] : [renderId],
  );
  const idOf = (key: unknown): number | undefined => jobs.find(({ id }) => id === key)?.renderId ?? undefined;
  const move = (renderId: number | undefined, place: number): void => {
    const next = renderId === undefined ? line : moveInLine(line, renderId, place);
    if (next !== line) void orders.reorder(next);
  };
  /** By their keys; null for the end. Those that are not in line stand before all that are. */
  const moveBefore = (key: unknown, before: string | null): void => {
    const place = before === null ? line.length : line.indexOf(idOf(before) ?? 0);
    move(idOf(key), Math.max(0, place));
  };
  const list = useRef<HTMLDivElement>(null);
  const drop = useEffectEvent(moveBefore);
  useEffect(() => {
    if (list.current !== null) return dragByTouch(list.current, false, (key, before) => drop(key, before));
  }, []);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(idOf(key)) })),
    isDisabled: line.length < 2,
    onReorder: ({ keys, target }) => {
      const at = jobs.findIndex(({ id }) => id === target.key);
      const before = jobs[target.dropPosition === 'after' ? at + 1 : at];
      moveBefore([...keys][0], before?.id ?? null);
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.drop ?? ''} />,
  });
  return (
    <GridList
      ref={list}
      aria-label={t.loader.waitingRenders}
      className={styles.queue ?? ''}
      orientation="horizontal"
      keyboardNavigationBehavior="tab"
      dragAndDropHooks={dragAndDropHooks}
    >
      {jobs.map((job) => (
        <QueueItem
          key={job.id}
          job={job}
          loader={loader}
          orders={orders}
          line={line}
          onMove={(place) => move(job.renderId ?? undefined, place)}
        />
      ))}
    </GridList>
  );
}

function QueueItem({
  job,
  loader,
  orders,
  line,
  onMove,
}: {
  readonly job: RenderJob;
  readonly loader: LoaderState;
  readonly orders: OrderActions;
  /** All that can change places, by render. */
  readonly line: readonly number[];
  readonly onMove: (place: number) => void;
}) {
  const { t } = useTexts();
  const [isCancelling, setCancelling] = useState(false);
  const { renderId } = job;
  const isWaiting = waitsForServer(loader, job);
  const service = useService();
  const { place, engine } = describeWaiting(t, loader, job, service);
  const index = renderId === null ? -1 : line.indexOf(renderId);
  const canMove = index >= 0 && line.length > 1 && !isAway(service);
  const cancel = async (id: number): Promise<void> => {
    setCancelling(true);
    await orders.cancel(id).finally(() => setCancelling(false));
  };
  return (
    <GridListItem id={job.id} textValue={place} className={styles.slide ?? ''} data-waiting={isWaiting}>
      <div className={styles.head}>
        {/* The list asks every item for one, also where there is nothing to change places with. */}
        <Button
          slot="drag"
          isDisabled={!canMove}
          aria-label={t.loader.drag(place)}
          className={classes(styles.handle, !canMove && styles.away)}
        >
          <GripVertical size={16} aria-hidden="true" />
        </Button>
        {!canMove && <Led tone="warn" />}
        <span className={styles.status}>{isCancelling ? t.loader.cancelling : place}</span>
      </div>
      <div className={styles.foot}>
        <div className={styles.facts}>
          <span className={styles.note}>
            {isWaiting && !isAway(service) ? describeWait(t, service, job) : engine}
          </span>
          {isWaiting && <span className={styles.note}>{t.loader.keepsPlace}</span>}
        </div>
        {canMove && (
          <span className={styles.moves}>
            <IconButton
              size="sm"
              label={t.loader.moveEarlier}
              icon={<ArrowLeft size={16} />}
              isDisabled={index === 0}
              onPress={() => onMove(index - 1)}
            />
            <IconButton
              size="sm"
              label={t.loader.moveLater}
              icon={<ArrowRight size={16} />}
              isDisabled={index === line.length - 1}
              onPress={() => onMove(index + 2)}
            />
          </span>
        )}
        {renderId !== null && !isAway(service) && (
          <OrderButtons
            renderId={renderId}
            orders={{ ...orders, cancel }}
            isWaiting={isWaiting}
            isCancelling={isCancelling}
            isNarrow={!isWaiting}
          />
        )}
      </div>
    </GridListItem>
  );
}
