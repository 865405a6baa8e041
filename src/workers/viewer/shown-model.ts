import type { WebGLRenderer } from 'three';
import type { StageDressing } from '../../contract/viewer-api.ts';
import { Wardrobe } from './dress-parts.ts';
import { releaseModel } from './release-model.ts';
import type { LoadedModel } from './stage-model.ts';

/** A model that stands on the stage, with what its parts wear. */
export class ShownModel {
  readonly model: LoadedModel;
  readonly #wardrobe: Wardrobe;
  #dressing: Promise<void> = Promise.resolve();
  #isGone = false;

  /** @param model Freed by {@link ShownModel.dispose}. */
  constructor(model: LoadedModel, renderer: WebGLRenderer) {
    this.model = model;
    this.#wardrobe = new Wardrobe(model, renderer);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Calls are answered in order: an older one must not undo a newer one. */
  dress(dressings: readonly StageDressing[]): Promise<void> {
    const dress = async (): Promise<void> => {
      if (!this.#isGone) await this.#wardrobe.dress(dressings);
    };
    this.#dressing = this.#dressing.catch(() => undefined).then(dress);
    return this.#dressing;
  }

  dispose(): void {
    this.#isGone = true;
    this.#wardrobe.dispose();
    releaseModel(this.model);
  }
}
