import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { RenderCardBody } from '../../../contract/http/gallery.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { type CardActions, GalleryCard } from './GalleryCard.tsx';
import styles from './GalleryGrid.module.css';
import { readGridKey } from './move-in-grid.ts';
import type { NextPage } from './use-cards.ts';

/** CSS pixels: a card is as wide as fits, at least this. Its line of text and the gap below it add to its height. */
const CARD_MIN_PX = 164;
const GAP_PX = 16;
const LINE_PX = 36;

/** The focus is to come into the grid: to the card of a render, or to the one that last had it. */
export interface ReturnTo {
  readonly id: RenderId | null;
}

/**
 * Renders in a grid, however many: only those near the view are in the document, and more are asked for when their end
 * comes near. Arrows move, Enter opens, Space selects, Tab goes to the buttons of a card.
 */
export function GalleryGrid({
  label,
  cards,
  total,
  nextPage,
  selected,
  returnTo,
  canChange,
  onSelect,
  onOpen,
  onStar,
  onDelete,
}: {
  readonly label: string;
  readonly cards: readonly RenderCardBody[];
  readonly total: number;
  readonly nextPage: NextPage;
  readonly selected: ReadonlySet<RenderId>;
  /** A new object brings the focus back. */
  readonly returnTo: ReturnTo | null;
  /** False without a connection. */
  readonly canChange: boolean;
  readonly onSelect: (ids: ReadonlySet<RenderId>) => void;
  readonly onOpen: (id: RenderId) => void;
  readonly onStar: (card: RenderCardBody) => void;
  readonly onDelete: (ids: readonly RenderId[]) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { columns, rowPx } = useColumns(box);
  useKeptScroll(box);
  const [activeId, setActiveId] = useState<RenderId | null>(null);
  const found = useMemo(() => cards.findIndex(({ id }) => id === activeId), [cards, activeId]);
  const lastAt = useRef(0);
  // Where a card was deleted the next one has its place.
  const at = Math.max(0, found === -1 ? Math.min(lastAt.current, cards.length - 1) : found);
  lastAt.current = at;
  const anchor = useRef<RenderId | null>(null);
  /** The card that is to have the focus once it is in the document. */
  const wanted = useRef<RenderId | null>(null);
  const latest = useRef({ cards, selected, onSelect, onOpen, onStar });
  latest.current = { cards, selected, onSelect, onOpen, onStar };

  const select = useCallback((card: RenderCardBody, isRange: boolean) => {
    const { cards, selected, onSelect } = latest.current;
    const next = new Set(selected);
    const from = isRange ? cards.findIndex(({ id }) => id === anchor.current) : -1;
    if (from === -1) {
      if (!next.delete(card.id)) next.add(card.id);
    } else {
      const to = cards.indexOf(card);
      for (const { id } of cards.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id);
    }
    if (from === -1) anchor.current = card.id;
    onSelect(next);
  }, []);
  const actions = useMemo(
    (): CardActions => ({
      onOpen: ({ id }) => latest.current.onOpen(id),
      onToggle: select,
      onStar: (card) => latest.current.onStar(card),
      onFocus: ({ id }) => setActiveId(id),
    }),
    [select],
  );
  const focus = (card: RenderCardBody | undefined): void => {
    if (card === undefined) return;
    wanted.current = card.id;
    setActiveId(card.id);
  };
  // A search draws another grid, which leaves the focus where it is.
  const followed = useRef(returnTo);
  useEffect(() => {
    if (returnTo === null || returnTo === followed.current) return;
    followed.current = returnTo;
    const { cards } = latest.current;
    const card = cards.find(({ id }) => id === returnTo.id) ?? cards[lastAt.current];
    if (card === undefined) return;
    wanted.current = card.id;
    setActiveId(card.id);
  }, [returnTo]);
  useEffect(() => {
    if (wanted.current === null) return;
    const card = box.current?.querySelector<HTMLElement>(`[data-render="${wanted.current}"]`);
    if (card === null || card === undefined) return;
    wanted.current = null;
    card.focus();
  });

  const press = (event: React.KeyboardEvent): void => {
    const pageRows = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowPx));
    const isInside = (event.target as Element).getAttribute('role') !== 'gridcell';
    const move = readGridKey(event, at, cards.length, columns, pageRows, isInside);
    const card = cards[at];
    if (move === null || card === undefined) return;
    if ((move === 'none' || move === 'delete-selected') && selected.size === 0) return;
    event.preventDefault();
    if (move === 'open') onOpen(card.id);
    else if (move === 'toggle') select(card, false);
    else if (move === 'all') onSelect(new Set(cards.map(({ id }) => id)));
    else if (move === 'none') onSelect(new Set());
    else if (move === 'delete' || move === 'delete-selected') {
      if (canChange) onDelete(selected.size > 0 ? [...selected] : [card.id]);
    } else focus(cards[move.to]);
  };
  const rows = Math.ceil(cards.length / columns);
  const height = useCallback(() => rowPx, [rowPx]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no cells that one moves through
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={Math.ceil(total / columns)}
      aria-colcount={columns}
      tabIndex={-1}
      className={styles.grid}
      data-selecting={selected.size > 0}
      onKeyDown={press}
    >
      <WindowedList
        count={rows + (nextPage.status === 'none' ? 0 : 1)}
        rowHeightPx={height}
        keepIndex={Math.floor(at / columns)}
        renderRow={(row) =>
          row === rows ? (
            <More nextPage={nextPage} />
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: as the grid
            // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
            <div role="row" aria-rowindex={row + 1} className={styles.row}>
              {cards.slice(row * columns, (row + 1) * columns).map((card, column) => (
                <GalleryCard
                  key={card.id}
                  card={card}
                  column={column}
                  isActive={row * columns + column === at}
                  isSelected={selected.has(card.id)}
                  canStar={canChange}
                  actions={actions}
                />
              ))}
            </div>
          )
        }
      />
    </div>
  );
}

/** Stands where the loaded cards end: to come into view is to ask for more. */
function More({ nextPage: { status, load } }: { readonly nextPage: NextPage }) {
  const { t } = useTexts();
  const { gallery } = useLateTexts();
  useEffect(() => {
    if (status === 'waiting') load();
  }, [status, load]);
  // A grid holds nothing but rows.
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
    <div role="row" className={styles.more}>
      {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button has the focus */}
      <div role="gridcell" className={styles.moreCell}>
        {status === 'failed' ? (
          <>
            {gallery.failed} <Button onPress={load}>{t.ui.retry}</Button>
          </>
        ) : (
          <>
            <Spinner /> {gallery.loading}
          </>
        )}
      </div>
    </div>
  );
}

/** How many cards stand side by side, and how high their row is. */
function useColumns(box: React.RefObject<HTMLDivElement | null>): { columns: number; rowPx: number } {
  const [width, setWidth] = useState(CARD_MIN_PX);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const inner = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      // Out of sight it has no width, and keeps the one it had.
      if (inner > 0) setWidth(inner);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  const columns = Math.max(1, Math.floor((width + GAP_PX) / (CARD_MIN_PX + GAP_PX)));
  const cardPx = (width - GAP_PX * (columns - 1)) / columns;
  useLayoutEffect(() => {
    box.current?.style.setProperty('--columns', String(columns));
    box.current?.style.setProperty('--card', `${cardPx}px`);
  }, [box, columns, cardPx]);
  return { columns, rowPx: cardPx + LINE_PX + GAP_PX };
}

/** The place in the list is the same when the section is shown again: what is not drawn has no scroll position. */
function useKeptScroll(box: React.RefObject<HTMLDivElement | null>): void {
  const app = useApp();
  const { place } = useSnapshot(app.state.shell);
  const { isOpen } = useSnapshot(app.state.gallery);
  const top = useRef(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const keep = (): void => {
      if (element.offsetParent !== null) top.current = element.scrollTop;
    };
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [box]);
  useLayoutEffect(() => {
    if (place === 'assets' && isOpen && box.current !== null) box.current.scrollTop = top.current;
  }, [box, place, isOpen]);
}
