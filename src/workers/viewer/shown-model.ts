import type { WebGLRenderer } from 'three';
import { AppError } from '../../contract/failure.ts';
import type { StageDressing } from '../../contract/viewer-api.ts';
import { Wardrobe } from './dress-parts.ts';
import { releaseModel } from './release-model.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel } from './stage-model.ts';

/** A model that stands on the stage, with what its parts wear. */
export class ShownModel {
  readonly model: LoadedModel;
  readonly #wardrobe: Wardrobe;
  #dressing: Promise<boolean> = Promise.resolve(false);
  #isGone = false;

  /** @param model Freed by {@link ShownModel.dispose}. */
  constructor(model: LoadedModel, renderer: WebGLRenderer) {
    this.model = model;
    this.#wardrobe = new Wardrobe(model, renderer);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /**
   * Calls are answered in order: an older one must not undo a newer one.
   *
   * @returns Whether it looks different now.
   * @throws AppError `image-unreadable`; it looks as before then.
   */
  dress(dressings: readonly StageDressing[]): Promise<boolean> {
    const dress = async (): Promise<boolean> => !this.#isGone && (await this.#wardrobe.dress(dressings));
    this.#dressing = this.#dressing.catch(() => undefined).then(dress);
    return this.#dressing;
  }

  /** Dresses it for its first frame: what cannot be read is drawn in its mean colour. */
  async dressAtFirst(dressings: readonly StageDressing[]): Promise<void> {
    try {
      await this.dress(dressings);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.dress(dressings.map((one) => ({ ...one, texture: null })));
    }
  }

  dispose(): void {
    this.#isGone = true;
    this.#wardrobe.dispose();
    releaseModel(this.model);
  }
}

/**
 * Dresses a loaded model for its first frame, which then neither uploads nor compiles.
 *
 * @param model Freed when it comes to nothing. @param mustGoOn Throws when it is no longer wanted.
 */
export async function dressModel(
  model: LoadedModel,
  dressings: readonly StageDressing[],
  { renderer, camera, scene }: Stage,
  mustGoOn: () => void,
): Promise<ShownModel> {
  const shown = new ShownModel(model, renderer);
  try {
    await shown.dressAtFirst(dressings);
    mustGoOn();
    if (dressings.length > 0) await renderer.compileAsync(model.root, camera, scene);
    mustGoOn();
    return shown;
  } catch (error) {
    shown.dispose();
    throw error;
  }
}
