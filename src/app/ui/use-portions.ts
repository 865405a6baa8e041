import { startTransition, useEffect, useState } from 'react';
import { nextTask } from '../browser/next-task.ts';

/** So many rows that a list has not had are made at once: as many as a screen shows, and a few milliseconds of work. */
const PORTION = 50;

/**
 * What a list of react-aria may show by now: it makes an element of each of its rows before it draws those in sight, and of
 * 3,000 at once that is a task of a sixth of a second. The first rows come at once, and the page answers between the
 * portions that follow.
 *
 * @param idOf The id of its row. @param firstId A row that the list begins at: it comes with the first portion.
 */
export function usePortions<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string | number,
  firstId: string | number | null = null,
): readonly Item[] {
  /** Ids of the rows that the list has had. */
  const [made] = useState(() => new Set<string | number>());
  const [, setTurn] = useState(0);
  const first =
    firstId === null || made.has(firstId) ? -1 : items.findIndex((item) => idOf(item) === firstId);
  let left = Math.max(PORTION, first + 1);
  const shown = items.filter((item) => made.has(idOf(item)) || left-- > 0);
  useEffect(() => {
    for (const item of shown) made.add(idOf(item));
    if (shown.length === items.length) return;
    let isOver = false;
    void nextTask().then(() => {
      if (!isOver) startTransition(() => setTurn((turn) => turn + 1));
    });
    return () => {
      isOver = true;
    };
  });
  return shown.length === items.length ? items : shown;
}
