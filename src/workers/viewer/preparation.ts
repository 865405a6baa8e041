import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { LoadReport, StageModel, ViewerEvent } from '../../contract/viewer-api.ts';
import { hideNodes, normalise, prepareModel, reportLoad } from './prepare-model.ts';
import { releaseModel } from './release-model.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel } from './stage-model.ts';

/** A model with its hash, as {@link Preparation.prepare} takes it. */
type NamedModel = StageModel & { readonly hash: ContentHash };

/** Holds the one model that was decoded and drawn once, and is not shown yet. */
export class Preparation {
  readonly #stage: Stage;
  readonly #stream: MessagePort;
  #prepared: { readonly model: LoadedModel; readonly wanted: NamedModel } | null = null;
  /** Of what waits or is under way. */
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
    const model = await prepareModel(wanted, this.#stage, progress, mustGoOn);
    try {
      this.#stage.drawOnce(model.root);
      if (this.#stage.renderer.getContext().isContextLost()) {
        throw new AppError({ code: 'graphics-unavailable', reason: 'the context is lost' });
      }
    } catch (error) {
      releaseModel(model);
      throw error;
    }
    this.#prepared = { model, wanted };
    return reportLoad(wanted, model);
  }

  /** The prepared model when it is that one, else it is decoded now. */
  async obtain(
    wanted: StageModel,
    onProgress: (fraction: number) => void,
    mustGoOn: () => void,
  ): Promise<LoadedModel> {
    return this.#take(wanted) ?? (await prepareModel(wanted, this.#stage, onProgress, mustGoOn));
  }

  /** The prepared model, placed as it is wanted now; its new owner frees it. Another one than that is freed. */
  #take(wanted: StageModel): LoadedModel | null {
    const prepared = this.#prepared;
    const isSame =
      prepared?.wanted.hash === wanted.hash &&
      (prepared?.wanted.variant ?? null) === (wanted.variant ?? null);
    this.#prepared = null;
    if (prepared === null) return null;
    if (!isSame) {
      releaseModel(prepared.model);
      return null;
    }
    normalise(prepared.model, wanted.normalisation);
    hideNodes(prepared.model, wanted.hiddenNodes);
    return prepared.model;
  }

  /** As {@link Preparation.forget}, but only of this id: another may have taken its place. */
  letGo(id: string): void {
    if (id === this.#id) this.forget();
  }

  /** Frees what waits, and gives up what is under way. */
  forget(): void {
    this.#turn += 1;
    this.#id = null;
    if (this.#prepared !== null) releaseModel(this.#prepared.model);
    this.#prepared = null;
  }
}
