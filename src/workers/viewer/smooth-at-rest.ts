/** A person who orbits in short strokes rests less than this between them; and a draft takes a part of it to the screen. */
const REST_MS = 250;
/** How often the card is asked whether it has drawn the draft. */
const ASK_MS = 50;

/** How often it is asked that while a picture is made of many: each is drawn as soon as the one before it is. */
const ASK_SOON_MS = 4;

/** Lets a stage that was drawn as a draft be drawn as it should be once it has been seen and nothing happens. */
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
    void this.#wait(++this.#turn, ASK_MS, REST_MS);
  }

  /** A part of what follows a draft was drawn in this task, and more of it is to come. */
  goOn(): void {
    void this.#wait(++this.#turn, ASK_SOON_MS, 0);
  }

  /** What was drawn last needs nothing more. */
  forget(): void {
    this.#turn += 1;
  }

  async #wait(turn: number, askMs: number, restMs: number): Promise<void> {
    const gl = this.#context;
    const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const isDone = (): boolean =>
      done === null || gl.clientWaitSync(done, 0, 0) !== gl.TIMEOUT_EXPIRED || gl.isContextLost();
    do await sleep(askMs);
    while (turn === this.#turn && !isDone());
    // Only now does the rest begin: a whole frame that comes sooner holds up the draft on its way to the screen.
    do await sleep(restMs);
    while (turn === this.#turn && this.#isBusy());
    if (done !== null) gl.deleteSync(done);
    if (turn === this.#turn) this.#smooth();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
