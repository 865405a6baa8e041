import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import styles from './WindowedList.module.css';

/** Rows drawn above and below what is in view, so that a quick scroll does not show a gap. */
const OVERSCAN = 6;

/**
 * Many rows of known height, of which only those near the view are in the document. It scrolls with whatever scrolls
 * around it.
 *
 * Beside react-aria's own, at 20,000 rows of one line in Chromium: a Tree in its Virtualizer is a task of 370 to 530 ms, a
 * GridList one of 170 to 200, since both make an element of every row first; this is there after 3 to 6 ms without a long
 * task. They also want to scroll by themselves, and the panel scrolls as a whole. Short lists are react-aria's.
 *
 * @param rowHeightPx Height of a row in CSS pixels, by its index; keep the function's identity while heights stand.
 * @param keepIndex A row that stays in the document although it is out of view: the one that Tab leads to. That with the focus
 *   stays by itself.
 */
export function WindowedList({
  count,
  rowHeightPx,
  keepIndex,
  renderRow,
}: {
  readonly count: number;
  readonly rowHeightPx: (index: number) => number;
  readonly keepIndex?: number | undefined;
  readonly renderRow: (index: number) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const [focused, setFocused] = useState<number | undefined>(undefined);

  const tops = useMemo(() => listTops(count, rowHeightPx), [count, rowHeightPx]);
  const measure = useCallback(
    (overscan: number) => {
      const element = box.current;
      if (element === null) return;
      const top = element.getBoundingClientRect().top;
      const from = Math.max(0, findRow(tops, -top) - overscan);
      const to = Math.min(count, findRow(tops, window.innerHeight - top) + 1 + overscan);
      setRange((old) => (old.from === from && old.to === to ? old : { from, to: Math.max(from, to) }));
    },
    [count, tops],
  );

  // At first what is in view comes at once, and the rows around it when the page has time for them.
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    box.current?.style.setProperty('--height', `${tops[count] ?? 0}px`);
    measure(isBegun.current ? OVERSCAN : 0);
    isBegun.current = true;
  }, [count, tops, measure]);

  useEffect(() => {
    const follow = () => startTransition(() => measure(OVERSCAN));
    follow();
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      document.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [measure]);

  const indices: number[] = [];
  for (let index = range.from; index < Math.min(range.to, count); index += 1) indices.push(index);
  for (const kept of [keepIndex, focused]) {
    if (kept !== undefined && kept < count && !indices.includes(kept)) indices.push(kept);
  }
  // Always in their order: a row that is put elsewhere in the document would lose the focus.
  indices.sort((a, b) => a - b);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears which of the rows inside has the focus
    <div
      ref={box}
      className={styles.box}
      role="presentation"
      onFocus={({ currentTarget, target }) => {
        const at = [...currentTarget.children].findIndex((row) => row.contains(target));
        setFocused(indices[at]);
      }}
      onBlur={() => setFocused(undefined)}
    >
      {indices.map((index) => (
        <WindowedRow key={index} topPx={tops[index] ?? 0} heightPx={rowHeightPx(index)}>
          {renderRow(index)}
        </WindowedRow>
      ))}
    </div>
  );
}

function WindowedRow({
  topPx,
  heightPx,
  children,
}: {
  readonly topPx: number;
  readonly heightPx: number;
  readonly children: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    row.current?.style.setProperty('--top', `${topPx}px`);
    row.current?.style.setProperty('--row-height', `${heightPx}px`);
  }, [topPx, heightPx]);
  return (
    <div ref={row} className={styles.row} role="presentation">
      {children}
    </div>
  );
}

/** Where each row begins, and after the last one where they all end. */
function listTops(count: number, rowHeightPx: (index: number) => number): number[] {
  const tops = [0];
  for (let index = 0; index < count; index += 1) tops.push(tops[index]! + rowHeightPx(index));
  return tops;
}

/** Index of the row that a height above the list's lower end falls into. */
function findRow(tops: readonly number[], y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
