/** A box on the page, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the upper right corner of the toasts stands, in CSS pixels from the page's. */
export interface ToastPlace {
  readonly right: number;
  readonly top: number;
}

/** Free room that stays around what acts, and between the places that are tried. */
const ROOM_PX = 8;

/**
 * The place nearest to the upper right corner of `home` where toasts cover nothing that acts; where there is none, that
 * which covers least.
 *
 * @param size Of all toasts together. @param home The stage, or the page below its top bar.
 */
export function chooseToastPlace(
  size: { readonly width: number; readonly height: number },
  home: Box,
  page: { readonly width: number; readonly height: number },
  acting: readonly Box[],
): ToastPlace {
  let best: ToastPlace = { right: page.width - home.right, top: home.top };
  let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const lefts = steps(ROOM_PX, page.width - size.width - ROOM_PX, home.right - size.width);
  const tops = steps(ROOM_PX, page.height - size.height - ROOM_PX, home.top);
  for (const left of lefts) {
    for (const top of tops) {
      const box = { left, top, right: left + size.width, bottom: top + size.height };
      const covered = acting.reduce((sum, other) => sum + coveredPx(box, other), 0);
      const away = Math.hypot(home.right - box.right, home.top - top);
      if (covered > least[0]! || (covered === least[0] && away >= least[1]!)) continue;
      least = [covered, away];
      best = { right: page.width - box.right, top };
    }
  }
  return best;
}

function steps(from: number, to: number, wanted: number): number[] {
  const places = [Math.min(Math.max(from, wanted), Math.max(from, to))];
  for (let place = from; place <= to; place += ROOM_PX) places.push(place);
  return places;
}

function coveredPx(box: Box, other: Box): number {
  const width = Math.min(box.right, other.right + ROOM_PX) - Math.max(box.left, other.left - ROOM_PX);
  const height = Math.min(box.bottom, other.bottom + ROOM_PX) - Math.max(box.top, other.top - ROOM_PX);
  return width <= 0 || height <= 0 ? 0 : width * height;
}
