import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { StageModel } from '../../contract/stage.ts';
import type { LoadReport } from '../../contract/viewer-api.ts';
import type { ViewerEvent } from '../../contract/viewer-events.ts';
import { compileModel } from './compile-model.ts';
import { normalise, prepareModel, reportLoad } from './prepare-model.ts';
import { ShownModel } from './shown-model.ts';
import type { Stage } from './stage.ts';

/** A model with its hash, as {@link Preparation.prepare} takes it. */
type NamedModel = StageModel & { readonly hash: ContentHash };

/** Holds the one model that was decoded and drawn once, and is not shown yet. */
export class Preparation {
  readonly #stage: Stage;
  readonly #stream: MessagePort;
  #prepared: { readonly shown: ShownModel; readonly wanted: NamedModel } | null = null;
  /** Id of the model that is prepared or being prepared. */
  #id: string | null = null;
  #turn = 0;

  /** @param stream Told how far it is. */
  constructor(stage: Stage, stream: MessagePort) {
    this.#stage = stage;
    this.#stream = stream;
  }

  /**
   * Takes the place of what was prepared before.
   *
   * @throws AppError as `prepareModel`; `graphics-unavailable` when the card gives up over it. `AbortError` when a newer
   *   call, or {@link forget}, overtook it.
   */
  async prepare(wanted: NamedModel): Promise<LoadReport> {
    this.forget();
    this.#id = wanted.id;
    const turn = this.#turn;
    const mustGoOn = (): void => {
      if (turn !== this.#turn) throw new DOMException('A newer model came.', 'AbortError');
    };
    const progress = (fraction: number): void => {
      const event: ViewerEvent = { kind: 'loadProgressed', modelId: wanted.id, fraction };
      if (turn === this.#turn) this.#stream.postMessage(event);
    };
    const { renderer } = this.#stage;
    const shown = await this.#load(wanted, progress, mustGoOn);
    try {
      this.#stage.drawOnce(shown.model.root);
      if (renderer.getContext().isContextLost()) {
        throw new AppError({ code: 'graphics-unavailable', reason: 'the context is lost' });
      }
    } catch (error) {
      shown.dispose();
      throw error;
    }
    this.#prepared = { shown, wanted };
    return reportLoad(wanted, shown.model);
  }

  /** The prepared model when it is that one, else it is decoded now. */
  async obtain(
    wanted: StageModel,
    onProgress: (fraction: number) => void,
    mustGoOn: () => void,
  ): Promise<ShownModel> {
    return this.#take(wanted) ?? (await this.#load(wanted, onProgress, mustGoOn));
  }

  /** Ready to be shown without a stall: textures uploaded, shaders compiled while the old model still stands. */
  async #load(
    wanted: StageModel,
    onProgress: (fraction: number) => void,
    mustGoOn: () => void,
  ): Promise<ShownModel> {
    const model = await prepareModel(wanted, this.#stage, onProgress, mustGoOn);
    const shown = new ShownModel(model, this.#stage.renderer);
    try {
      await compileModel(model.root, this.#stage);
      mustGoOn();
      return shown;
    } catch (error) {
      shown.dispose();
      throw error;
    }
  }

  /** The prepared model, placed as it is wanted now; its new owner frees it. Another one than that is freed. */
  #take(wanted: StageModel): ShownModel | null {
    const prepared = this.#prepared;
    if (prepared === null) return null;
    const isSame =
      prepared.wanted.hash === wanted.hash && (prepared.wanted.variant ?? null) === (wanted.variant ?? null);
    if (!isSame) {
      this.dropWaiting();
      return null;
    }
    this.#prepared = null;
    normalise(prepared.shown.model, wanted.normalisation);
    prepared.shown.hide(wanted.hiddenNodes);
    return prepared.shown;
  }

  /** As {@link Preparation.forget}, but only of this id: another may have taken its place. */
  letGo(id: string): void {
    if (id === this.#id) this.forget();
  }

  /** Frees what waits, and gives up what is under way. */
  forget(): void {
    this.#turn += 1;
    this.#id = null;
    this.dropWaiting();
  }

  /** Frees what waits; what is under way goes on. */
  dropWaiting(): void {
    this.#prepared?.shown.dispose();
    this.#prepared = null;
  }
}
