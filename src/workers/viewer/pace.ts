/** A frame above it is a slow one: fewer than 22 a second. */
const SLOW_FRAME_MS = 45;
/** Slow frames in a row for so long are no hiccup: three of 50 ms, or two of 100, which a longer one counts as. */
const PATIENCE_MS = 150;
/** A quarter of the pixels. */
const MOVING_RESOLUTION = 0.5;

/**
 * How finely the stage is drawn: in full at rest, and coarser from when a motion's frames take too long until it ends,
 * whether triangles, glass or a large screen make them slow.
 */
export class Pace {
  #resolution = 1;
  #slowMs = 0;

  /** Share of the full pixel ratio. */
  get resolution(): number {
    return this.#resolution;
  }

  /** @param isMoving The picture changes. @param elapsedMs Since the frame before, 100 at most. */
  count(isMoving: boolean, elapsedMs: number): void {
    this.#slowMs = isMoving && elapsedMs > SLOW_FRAME_MS ? this.#slowMs + elapsedMs : 0;
    if (!isMoving) this.#resolution = 1;
    else if (this.#slowMs >= PATIENCE_MS) this.#resolution = MOVING_RESOLUTION;
  }
}
