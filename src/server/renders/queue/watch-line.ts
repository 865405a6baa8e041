import { count, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { Events } from '../../db/events.ts';
import { renders } from '../../db/schema/renders.ts';
import { queuePositions } from './queue-position.ts';

/** Where a waiting order stands. */
export interface LinePlace {
  /** 1 is the next one to run. */
  readonly position: number;
  /** Orders that its engine works on. */
  readonly running: number;
}

/** Tells channels of this process how the lines before the engines move. */
export interface Line {
  /**
   * @param hear Called soon, and whenever the lines have moved, as long as the order waits: with its place, the same or another.
   * @returns Ends it.
   */
  watch(renderId: number, engine: string, hear: (place: LinePlace) => void): () => void;
}

/**
 * Reads the places of all orders that channels watch at once, however many they are: read by each of them, a moved line
 * would keep the database busy for seconds.
 *
 * @param onError Hears of a failed read; the next move reads again.
 */
export function createLine(source: {
  readonly db: Db;
  readonly events: Events;
  readonly onError: (error: unknown) => void;
}): Line & { close(): void } {
  const { db, events, onError } = source;
  const watched = new Map<
    number,
    { readonly engine: string; readonly hears: Set<(place: LinePlace) => void> }
  >();
  let isReading = false;
  let hasMoved = false;

  async function tellAll(): Promise<void> {
    const positions = await queuePositions(db, [...watched.keys()]);
    const rows = await db
      .select({ engine: renders.engine, orders: count() })
      .from(renders)
      .where(eq(renders.status, 'processing'))
      .groupBy(renders.engine);
    const running = new Map<string, number>(rows.map(({ engine, orders }) => [engine, orders]));
    for (const [id, position] of positions) {
      const one = watched.get(id);
      for (const hear of one?.hears ?? []) hear({ position, running: running.get(one?.engine ?? '') ?? 0 });
    }
  }
  /** Reads once at a time; what moves meanwhile is read afterwards. */
  async function refresh(): Promise<void> {
    hasMoved = true;
    if (isReading) return;
    isReading = true;
    try {
      while (hasMoved && watched.size > 0) {
        hasMoved = false;
        await tellAll();
      }
    } catch (error) {
      onError(error);
    } finally {
      isReading = false;
    }
  }
  const stops = [events.subscribe('queue_moved', () => void refresh()), events.onGap(() => void refresh())];
  return {
    watch(renderId, engine, hear) {
      const one = watched.get(renderId) ?? { engine, hears: new Set() };
      watched.set(renderId, one);
      one.hears.add(hear);
      void refresh();
      return () => {
        one.hears.delete(hear);
        if (one.hears.size === 0 && watched.get(renderId) === one) watched.delete(renderId);
      };
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}
