import { Check, CloudOff, ImageOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { GridLayout, GridList, GridListItem, Size, Virtualizer } from 'react-aria-components';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { type Carry, carryByPointer } from '../../browser/carry-by-pointer.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classes } from '../../ui/classes.ts';
import { useBroken } from '../../ui/use-broken.ts';
import { useLater } from '../../ui/use-later.ts';
import { usePortions } from '../../ui/use-portions.ts';
import { CarriedMaterial } from './CarriedMaterial.tsx';
import styles from './LibraryGrid.module.css';

/** Null while there is nothing to drop it on. */
export type StartCarry = (item: LibraryItemBody, clientX: number, clientY: number) => Carry | null;

/** Widths and heights in CSS pixels; a card of the Assets section is 130 wide with a picture of 100 (S1 2.4). */
const LAYOUTS = {
  tiles: { minItemSize: new Size(120, 148), minSpace: new Size(16, 20) },
  cards: {
    minItemSize: new Size(130, 144),
    maxItemSize: new Size(130, 144),
    minSpace: new Size(16, 24),
    maxHorizontalSpace: 24,
  },
};

/**
 * Pictures in a grid, however many: only those in sight are drawn. Arrows move, Enter or a click chooses, Tab goes to
 * the buttons of a picture. The one in use carries a ring and says so.
 */
export function LibraryGrid({
  label,
  items,
  kind,
  currentId = null,
  userId,
  absent,
  hasFocus = false,
  onChoose,
  onCarry,
  actionsOf,
}: {
  readonly label: string;
  readonly items: readonly LibraryItemBody[];
  /** Tiles to choose from, or cards to look after. */
  readonly kind: keyof typeof LAYOUTS;
  readonly currentId?: number | null;
  /** Whose pictures say so. */
  readonly userId: number | null;
  /** Ids of those that cannot be taken without a connection; they say so. */
  readonly absent: ReadonlySet<number>;
  /** Takes the focus when it appears, so that the arrow keys work at once. */
  readonly hasFocus?: boolean;
  readonly onChoose?: (item: LibraryItemBody) => void;
  /** Begins to carry an item over the stage, from a place on the page; only in one grid at a time. */
  readonly onCarry?: StartCarry | undefined;
  /** Buttons on the picture; null for none. */
  readonly actionsOf: (item: LibraryItemBody) => ReactNode;
}) {
  const { language } = useTexts();
  const { libraries } = useLateTexts();
  const grid = useRef<HTMLDivElement>(null);
  const rows = usePortions(items, idOf, currentId);
  const shown = useRef(items);
  shown.current = items.filter(({ id }) => !absent.has(id));
  useEffect(() => {
    if (grid.current === null || onCarry === undefined) return;
    return carryByPointer(grid.current, (key, x, y) => {
      const item = shown.current.find(({ id }) => String(id) === key);
      return item === undefined ? null : onCarry(item, x, y);
    });
  }, [onCarry]);
  return (
    <>
      {onCarry !== undefined && <CarriedMaterial />}
      <Virtualizer layout={GridLayout} layoutOptions={LAYOUTS[kind]}>
        <GridList
          ref={grid}
          aria-label={label}
          className={styles.grid ?? ''}
          layout="grid"
          keyboardNavigationBehavior="tab"
          autoFocus={hasFocus}
          items={rows}
          dependencies={[language, currentId, actionsOf, absent]}
          selectionMode={onChoose === undefined ? 'none' : 'single'}
          selectionBehavior="toggle"
          // It is the window's: taking nothing off the material is no choice.
          escapeKeyBehavior="none"
          // A press that goes on to carry the picture away must not have chosen it.
          shouldSelectOnPressUp
          disabledKeys={absent}
          // Its buttons are none of the choice.
          disabledBehavior="selection"
          selectedKeys={currentId === null ? [] : [currentId]}
          onSelectionChange={(keys) => {
            // An empty selection is a second click on the one in use: it stays.
            const chosen = keys === 'all' ? undefined : [...keys][0];
            const item = items.find(({ id }) => id === (chosen ?? currentId));
            if (item !== undefined && !absent.has(item.id)) onChoose?.(item);
          }}
        >
          {(item) => (
            <GridListItem
              id={item.id}
              // The name of the row, in which a screen reader hears why it cannot be chosen.
              textValue={
                absent.has(item.id) ? `${item.names[language]}, ${libraries.absent}` : item.names[language]
              }
              className={classes(
                styles.card,
                styles[kind],
                (onChoose === undefined || absent.has(item.id)) && styles.quiet,
              )}
            >
              <Card
                item={item}
                kind={kind}
                isInUse={item.id === currentId}
                isAbsent={absent.has(item.id)}
                isOwn={item.user !== null && item.user === userId}
                actionsOf={actionsOf}
              />
            </GridListItem>
          )}
        </GridList>
      </Virtualizer>
    </>
  );
}

const idOf = ({ id }: LibraryItemBody): number => id;

/** What a card shows. The list asks for all of them at once, and draws this of those in sight. */
function Card({
  item,
  kind,
  isInUse,
  isAbsent,
  isOwn,
  actionsOf,
}: {
  readonly item: LibraryItemBody;
  readonly kind: keyof typeof LAYOUTS;
  readonly isInUse: boolean;
  readonly isAbsent: boolean;
  readonly isOwn: boolean;
  readonly actionsOf: (item: LibraryItemBody) => ReactNode;
}) {
  const { language } = useTexts();
  const { libraries } = useLateTexts();
  const hasActions = useLater();
  return (
    <>
      <span className={styles.frame}>
        <Picture address={item.thumbnail} />
        {isInUse && (
          <Badge tone="picture" icon={<Check size={12} aria-hidden="true" />} className={styles.badge}>
            {libraries.inUse}
          </Badge>
        )}
        {isAbsent && !isInUse && (
          <Badge tone="picture" icon={<CloudOff size={12} aria-hidden="true" />} className={styles.badge}>
            {libraries.absent}
          </Badge>
        )}
      </span>
      <span className={styles.line}>
        <span className={styles.name} title={item.names[language]}>
          {item.names[language]}
        </span>
        {isOwn && (
          <Badge tone={kind === 'cards' ? 'picture' : 'neutral'} className={styles.yours}>
            {libraries.yours}
          </Badge>
        )}
      </span>
      <span className={classes(styles.actions, item.user === null && styles.hovered)}>
        {hasActions && actionsOf(item)}
      </span>
    </>
  );
}

/** A thumbnail; where it does not come, a sign of a picture (S1 2.4). */
function Picture({ address }: { readonly address: string }) {
  const [isBroken, onError] = useBroken(address);
  if (isBroken) {
    return (
      <span className={styles.broken} data-broken>
        <ImageOff size={24} aria-hidden="true" />
      </span>
    );
  }
  return (
    <img className={styles.picture} src={address} alt="" loading="lazy" draggable={false} onError={onError} />
  );
}
