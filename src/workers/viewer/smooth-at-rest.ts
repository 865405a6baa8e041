/** A person who orbits in short strokes rests less than this between them. */
const REST_MS = 250;

/** Lets a stage that was drawn as a draft be drawn with smooth edges once it has been seen and nothing happens. */
export class RestingStage {
  readonly #context: WebGL2RenderingContext;
  readonly #isBusy: () => boolean;
  readonly #smooth: () => void;
  #turn = 0;

  /** @param isBusy Somebody holds the stage, another frame is to come, or nobody looks at it. @param smooth Draws it. */
  constructor(context: WebGL2RenderingContext, isBusy: () => boolean, smooth: () => void) {
    this.#context = context;
    this.#isBusy = isBusy;
    this.#smooth = smooth;
  }

  /** A draft was drawn in this task. */
  wait(): void {
    void this.#wait(++this.#turn);
  }

  /** What was drawn last needs nothing more. */
  forget(): void {
    this.#turn += 1;
  }

  async #wait(turn: number): Promise<void> {
    const gl = this.#context;
    const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const isDone = (): boolean =>
      done === null || gl.clientWaitSync(done, 0, 0) !== gl.TIMEOUT_EXPIRED || gl.isContextLost();
    do {
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    } while (turn === this.#turn && (this.#isBusy() || !isDone()));
    if (done !== null) gl.deleteSync(done);
    if (turn === this.#turn) this.#smooth();
  }
}
