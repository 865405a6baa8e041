import { type AiNodeId, isLater, TURN_NODE, WAITING_NODE } from '../../../../../contract/render-nodes.ts';
import type { EngineEvent } from '../../engine.ts';

type Progress = Extract<EngineEvent, { kind: 'progress' }>;

/** Percent of an order until its plate is traced, and until all is painted; the rest is composing. */
const TRACED = 8;
const PAINTED = 84;

/** How far an order is whose product is traced before and after the AI paints. */
export interface KeptProgress {
  /** @param percent Of tracing the plate. */
  traced(percent: number): void;
  /** Others' products are traced first. @param isPainting Meanwhile the AI goes on with this order, and that is shown. */
  waits(isPainting: boolean): void;
  /** What the painting tells of itself. */
  painted(event: Progress): void;
  /** @param before How many were composed. @param count How many are composed at once. @param percent Of that. */
  composed(before: number, count: number, percent: number): void;
}

/**
 * Puts tracing, painting and composing together: neither the percent nor the step goes back, but where the order waits for a
 * server, or for the tracer. That a picture is composed is shown once the last one is painted.
 *
 * @param wanted How many pictures are made.
 */
export function createKeptProgress(wanted: number, tell: (event: Progress) => void): KeptProgress {
  let highest = 0;
  let shown: AiNodeId = 'trace-product';
  let painting = 0;
  let composing = 0;
  const show = (step: AiNodeId): void => {
    const isWaiting = step === WAITING_NODE;
    if (!isWaiting && isLater(step, shown)) shown = step;
    const percent = TRACED + ((PAINTED - TRACED) * painting) / 100 + ((99 - PAINTED) * composing) / 100;
    highest = Math.max(highest, percent);
    tell({ kind: 'progress', percent: highest, nodeId: isWaiting ? step : shown });
  };
  return {
    traced(percent) {
      highest = Math.max(highest, (TRACED * percent) / 100);
      tell({ kind: 'progress', percent: highest, nodeId: 'trace-product' });
    },
    waits(isPainting) {
      tell({ kind: 'progress', percent: highest, nodeId: isPainting ? shown : TURN_NODE });
    },
    painted({ percent, nodeId }) {
      painting = Math.max(painting, percent);
      // Each picture is saved after it is composed.
      show(nodeId === 'save' ? 'decode' : (nodeId as AiNodeId));
    },
    composed(before, count, percent) {
      composing = Math.max(composing, (100 * before + count * percent) / wanted);
      show(before + count === wanted ? 'compose-product' : shown);
    },
  };
}
