import { ZOOM_MAX, ZOOM_MIN, ZOOM_WHEEL_FACTOR } from '../../contract/constants.ts';

/** A picture that is enlarged `scale` times and moved, both in parts of the box it fits: 0 is centred. */
export interface ZoomView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE_PICTURE: ZoomView = { scale: 1, x: 0, y: 0 };

/**
 * Zooms so that the point under the pointer stays where it is.
 *
 * @param x Pointer across the box, -0.5 left to 0.5 right.
 * @param y Pointer down the box, -0.5 top to 0.5 bottom.
 */
export function zoomAt(view: ZoomView, scale: number, x: number, y: number): ZoomView {
  const next = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, scale));
  const ratio = next / view.scale;
  return clampView({ scale: next, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio });
}

/** A wheel turned by `deltaPx` (S3 9); towards the person zooms out. */
export function wheelScale(scale: number, deltaPx: number): number {
  return scale * Math.exp(-deltaPx * ZOOM_WHEEL_FACTOR);
}

/** @param dx Parts of the box. */
export function panBy(view: ZoomView, dx: number, dy: number): ZoomView {
  return clampView({ ...view, x: view.x + dx, y: view.y + dy });
}

/** The picture always fills the box. */
function clampView({ scale, x, y }: ZoomView): ZoomView {
  const reach = (scale - 1) / 2;
  const clamp = (value: number) => Math.min(reach, Math.max(-reach, value)) + 0;
  return { scale, x: clamp(x), y: clamp(y) };
}
