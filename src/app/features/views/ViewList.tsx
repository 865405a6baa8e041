import { type KeyboardEvent, useEffect, useRef } from 'react';
import { DropIndicator, GridList, type Selection, useDragAndDrop } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import type { SavedView } from '../../../contract/http/camera-views.ts';
import { dragByTouch } from '../../browser/drag-by-touch.ts';
import { useMedia } from '../../browser/use-media.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { deleteView } from './delete-views.ts';
import { goToView } from './go-to-view.ts';
import { moveViews } from './move-view.ts';
import { ViewChip } from './ViewChip.tsx';
import styles from './ViewsBar.module.css';

/**
 * The views in their order. A press goes to one; dragging, by finger after a rest on it, or a menu moves it, F2 or a
 * double click names it, Delete deletes it.
 */
export function ViewList({
  views,
  onRename,
}: {
  readonly views: readonly SavedView[];
  readonly onRename: (view: SavedView) => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  const { activeView } = useSnapshot(app.state.stage);
  const { movingTo } = useSnapshot(app.state.views);
  const isColumn = useMedia('(orientation: portrait)');
  const shown = movingTo ?? activeView;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (uuids) => [...uuids].map((uuid) => ({ 'text/plain': nameOf(String(uuid)) })),
    onReorder: ({ keys, target }) => {
      const place = views.findIndex(({ uuid }) => uuid === target.key);
      const before = views[target.dropPosition === 'after' ? place + 1 : place];
      moveViews(app, new Set([...keys].map(String)), before?.uuid ?? null);
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.drop ?? ''} />,
  });
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current === null) return;
    return dragByTouch(list.current, isColumn, (uuid, before) => moveViews(app, new Set([uuid]), before));
  }, [app, isColumn]);
  const nameOf = (uuid: string): string => views.find((view) => view.uuid === uuid)?.name ?? '';
  const select = (keys: Selection): void => {
    if (keys === 'all') return;
    const [uuid] = [...keys];
    if (uuid !== undefined) void goToView(app, String(uuid));
  };
  const press = (event: KeyboardEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[role=row]');
    const view = views.find(({ uuid }) => uuid === row?.dataset.key);
    if (view === undefined || event.target !== row) return;
    if (event.key === 'F2') onRename(view);
    else if (event.key === 'Delete') deleteView(app, view.uuid);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys of the rows inside
    <div ref={list} className={styles.list} onKeyDown={press}>
      <GridList
        aria-label={t.views.title}
        className={styles.grid ?? ''}
        orientation={isColumn ? 'vertical' : 'horizontal'}
        keyboardNavigationBehavior="tab"
        selectionMode="single"
        selectionBehavior="toggle"
        escapeKeyBehavior="none"
        disabledBehavior="selection"
        disabledKeys={movingTo === null ? [] : views.map(({ uuid }) => uuid)}
        selectedKeys={shown === null ? [] : [shown]}
        onSelectionChange={select}
        dragAndDropHooks={dragAndDropHooks}
      >
        {views.map((view, index) => (
          <ViewChip
            key={view.uuid}
            view={view}
            isFirst={index === 0}
            isLast={index === views.length - 1}
            isColumn={isColumn}
            onRename={() => onRename(view)}
          />
        ))}
      </GridList>
    </div>
  );
}
