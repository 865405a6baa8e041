import { setImmediate } from 'node:timers/promises';
import { type ContourPiece, findContour } from './find-contour.ts';
import type { Frame } from './frame.ts';
import { median } from './median.ts';
import { takeProfile } from './take-profile.ts';

/** How far from where it belongs a contour is looked for: 2 % of a picture is 10 px of a product that fills it. */
export const CONTOUR_REACH_PX = 24;
/** An edge this near lies on the contour: a share of the product's longest side, and a pixel of the order at least. */
const TOLERANCE_SHARE = 0.004;
/** An edge on the contour with this share of the steepest one's prominence is as good as that. */
const SHARE_ENOUGH = 0.25;
/** Levels a pixel; what is flatter is no edge. */
const STEEP_MIN = 0.4;
/** Nor is what stands out less from the grain around it, in median deviations. */
const GRAIN_FACTOR = 4;
/** An edge counts as this steep at most, so that one side in front of a window does not outweigh the rest. */
const STEEP_ENOUGH = 8;
/** An edge's foot is looked for so far away. */
const FOOT_PX = 6;
/** What the scene itself shows, near the contour: from this share of its steepest edge on, and so many px around it. */
const OWN = { snapshotShare: 0.1, coverShare: 0.05, aroundPx: 3 };
/** More than this a true picture need not keep: 80 relit ones of drawn products of all kinds kept 0.97 and more. */
const KEPT_ENOUGH = 0.96;
/** Pieces of contour that are looked at: more would only take longer. */
const PIECES_MAX = 1_500;

/**
 * Share of the product's contour on which the picture has an edge. The light may hide a part of it, a background may
 * cross it: what counts of a piece is whether it has an edge where it belongs, as against one elsewhere that the scene
 * does not have there; a piece without any says nothing.
 *
 * @returns 0 to 1; null when no piece says anything.
 */
export async function compareEdges(frame: Frame): Promise<number | null> {
  const tolerancePx = Math.max(TOLERANCE_SHARE * frame.extentPx, frame.scale);
  const pieces = await findContour(frame.cover);
  const stride = Math.max(1, pieces.length / PIECES_MAX);
  let [sum, weight] = [0, 0];
  for (let at = 0; at < pieces.length; at += stride) {
    const piece = pieces[Math.floor(at)];
    if (piece === undefined) break;
    const { onContour, anywhere } = findEdges(frame, piece, tolerancePx);
    const counts = Math.min(anywhere, STEEP_ENOUGH) * piece.count;
    if (counts > 0) sum += counts * Math.min(1, onContour / (SHARE_ENOUGH * anywhere));
    weight += counts;
    await setImmediate();
  }
  return weight === 0 ? null : Math.min(1, sum / weight / KEPT_ENOUGH);
}

/** Prominence of the steepest edges, 0 where there are none. */
interface FoundEdges {
  readonly onContour: number;
  readonly anywhere: number;
}

function findEdges(frame: Frame, piece: ContourPiece, tolerancePx: number): FoundEdges {
  const profile = takeProfile(frame.picture, 3, piece, CONTOUR_REACH_PX);
  const isOwn = findOwnEdges(frame, piece);
  let [onContour, anywhere] = [0, 0];
  for (let i = 2; i < profile.length - 2; i++) {
    const isNear = Math.abs(i - CONTOUR_REACH_PX) <= tolerancePx;
    if (!isNear && isOwn[i] === true) continue;
    const prominence = measureProminence(profile, i);
    if (isNear) onContour = Math.max(onContour, prominence);
    anywhere = Math.max(anywhere, prominence);
  }
  const level = median(profile);
  const grain = median(profile.map((value) => Math.abs(value - level)));
  const isEdge = anywhere >= Math.max(STEEP_MIN, GRAIN_FACTOR * grain);
  return isEdge ? { onContour, anywhere } : { onContour: 0, anywhere: 0 };
}

/** How far a peak stands out from its feet; 0 where there is none. */
function measureProminence(profile: Float32Array, at: number): number {
  const top = profile[at] ?? 0;
  for (const i of [-2, -1, 1, 2]) if ((profile[at + i] ?? 0) > top) return 0;
  const findFoot = (way: 1 | -1) => {
    let foot = top;
    for (let i = 1; i <= FOOT_PX; i++) {
      const value = profile[at + i * way] ?? top;
      if (value > top) break;
      foot = Math.min(foot, value);
    }
    return foot;
  };
  return top - Math.max(findFoot(-1), findFoot(1));
}

/** Where, beside the contour itself, the scene has edges: a pattern, another material, the other side of a thin part. */
function findOwnEdges({ cover, snapshot }: Frame, piece: ContourPiece): boolean[] {
  const covered = takeProfile(cover, 1, piece, CONTOUR_REACH_PX);
  const shown = takeProfile(snapshot, 3, piece, CONTOUR_REACH_PX);
  const level = median(shown);
  const coverMin = Math.max(...covered) * OWN.coverShare;
  const shownMin = level + (Math.max(...shown) - level) * OWN.snapshotShare;
  const fallTo = (way: 1 | -1) => {
    let i = CONTOUR_REACH_PX;
    const value = (at: number) => covered[at] ?? Number.POSITIVE_INFINITY;
    while (value(i) > coverMin && value(i + way) <= value(i) + coverMin / 5) i += way;
    return i;
  };
  const [first, last] = [fallTo(-1), fallTo(1)];
  const isContour = (i: number) => i >= first && i <= last;
  const isEdge = Array.from(covered, (value, i) => {
    return !isContour(i) && (value > coverMin || (shown[i] ?? 0) > shownMin);
  });
  return isEdge.map(
    (_, i) =>
      !isContour(i) && isEdge.slice(Math.max(0, i - OWN.aroundPx), i + OWN.aroundPx + 1).some(Boolean),
  );
}
