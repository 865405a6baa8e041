import { PICTURE_RATIOS, STAGE_PICTURE_MAX_PX } from '../constants.ts';

/** Ratio of a picture, width to height. */
export type PictureRatio = keyof typeof PICTURE_RATIOS;

/** Sides of the AI engine's pictures are multiples of this. */
const STEP_PX = 8;
/** No side of an order's picture is shorter. */
export const PICTURE_MIN_PX = 64;

/**
 * How much of the stage's square a picture shows, across and upwards: it lies in the middle, and its longer side is the
 * square's. A camera's field of view is that of the square, so that square pictures show all of it, and another ratio
 * takes something away and adds nothing.
 */
export function frameShares(widthPx: number, heightPx: number): { readonly x: number; readonly y: number } {
  return { x: Math.min(1, widthPx / heightPx), y: Math.min(1, heightPx / widthPx) };
}

/** Vertical field of view of a picture that a camera takes: the lens of its frame. */
export function frameFovDegrees(fovDegrees: number, widthPx: number, heightPx: number): number {
  const { y } = frameShares(widthPx, heightPx);
  if (y === 1) return fovDegrees;
  return (Math.atan(Math.tan((fovDegrees * Math.PI) / 360) * y) * 360) / Math.PI;
}

/**
 * Size of a picture by the ratio of its sides and its longer one; all are multiples of 8.
 *
 * @param ratio One that is offered, or a size of the same ratio.
 */
export function pictureSize(
  ratio: PictureRatio | readonly [widthPx: number, heightPx: number],
  longestPx: number,
): { width: number; height: number } {
  const [across, upwards] = typeof ratio === 'string' ? PICTURE_RATIOS[ratio] : ratio;
  const scale = longestPx / Math.max(across, upwards) / STEP_PX;
  const side = (length: number): number => Math.max(PICTURE_MIN_PX, Math.round(length * scale) * STEP_PX);
  return { width: side(across), height: side(upwards) };
}

/** Whether a picture is larger than the stage draws, an AI engine paints, and layers are kept of. */
export function isLargePicture(widthPx: number, heightPx: number): boolean {
  return Math.max(widthPx, heightPx) > STAGE_PICTURE_MAX_PX;
}

/** Size of what the stage draws for an order of a picture: the picture's own, of a large one a smaller one of its ratio. */
export function captureSize(widthPx: number, heightPx: number): { width: number; height: number } {
  if (!isLargePicture(widthPx, heightPx)) return { width: widthPx, height: heightPx };
  return pictureSize([widthPx, heightPx], STAGE_PICTURE_MAX_PX);
}

/** The offered ratio that a size has, as near as multiples of 8 come to it; null for one of its own. */
export function ratioOf(width: number, height: number): PictureRatio | null {
  const longest = Math.max(width, height);
  const ratios = Object.keys(PICTURE_RATIOS) as PictureRatio[];
  const isOf = (ratio: PictureRatio): boolean => {
    const [across, upwards] = PICTURE_RATIOS[ratio];
    const scale = longest / Math.max(across, upwards);
    return (
      Math.abs(across * scale - width) <= STEP_PX / 2 && Math.abs(upwards * scale - height) <= STEP_PX / 2
    );
  };
  return ratios.find(isOf) ?? null;
}
