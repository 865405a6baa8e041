/** A gap this long is a pause, not a slow frame: the camera must not jump over it. */
const MAX_STEP_MS = 100;
/** Time step of the first frame after a rest. */
const FIRST_STEP_MS = 1_000 / 60;

/**
 * Draws on demand, at most once per tick of the display. A gesture draws at once when it is the first since the last
 * tick, and that tick draws nothing then: 0.8 ms from event to draw call, where waiting for the tick takes 26.
 */
export class FrameLoop {
  readonly #step: (elapsedMs: number) => boolean;
  #request = 0;
  #lastMs = 0;
  #isWanted = false;
  #hasDrawnEarly = false;
  #isPaused = false;

  /** @param step Draws one frame; true asks for another. */
  constructor(step: (elapsedMs: number) => boolean) {
    this.#step = step;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** A frame was asked for and is still to come. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Asks for a frame in the next tick. */
  invalidate(): void {
    this.#isWanted = true;
    this.#schedule();
  }

  /** Asks for a frame now, if there has been none of this kind since the last tick. */
  hasten(): void {
    if (this.#hasDrawnEarly || this.#isPaused) this.#isWanted = true;
    else {
      this.#schedule();
      this.#hasDrawnEarly = true;
      this.#draw();
    }
  }

  /** Stops drawing while nobody sees it. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) {
      cancelAnimationFrame(this.#request);
      this.#request = 0;
      this.#hasDrawnEarly = false;
    } else this.invalidate();
  }

  stop(): void {
    this.setPaused(true);
  }

  #schedule(): void {
    if (this.#request !== 0 || this.#isPaused) return;
    this.#lastMs = performance.now() - FIRST_STEP_MS;
    this.#request = requestAnimationFrame(() => this.#tick());
  }

  #tick(): void {
    this.#request = 0;
    const wasEarly = this.#hasDrawnEarly;
    this.#hasDrawnEarly = false;
    if (!this.#isWanted) return;
    if (!wasEarly) this.#draw();
    if (this.#isWanted) this.#request = requestAnimationFrame(() => this.#tick());
  }

  #draw(): void {
    const now = performance.now();
    const elapsedMs = Math.min(MAX_STEP_MS, now - this.#lastMs);
    this.#lastMs = now;
    this.#isWanted = false;
    const goesOn = this.#step(elapsedMs);
    this.#isWanted ||= goesOn;
  }
}
