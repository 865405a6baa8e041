import type { WebGLRenderer } from 'three';
import { AppError } from '../../contract/failure.ts';
import type { ModelPose } from '../../contract/render-spec.ts';
import type { StageDressing, StageLabel } from '../../contract/stage.ts';
import { PartBatches } from './batch-parts.ts';
import { compileModel } from './compile-model.ts';
import { Dresser } from './dress-parts.ts';
import { hideNodes } from './prepare-model.ts';
import { releaseModel } from './release-model.ts';
import type { Stage } from './stage.ts';
import { StageLabels } from './stage-labels.ts';
import type { LoadedModel } from './stage-model.ts';

/** A model that stands on the stage, with what its parts wear. */
export class ShownModel {
  readonly model: LoadedModel;
  readonly labels: StageLabels;
  readonly #wardrobe: Dresser;
  readonly #batches: PartBatches;
  #dressing: Promise<boolean> = Promise.resolve(false);
  #isGone = false;
  #pose: ModelPose | null = null;
  #passing: ModelPose | null = null;
  /** What it wears, or will once the calls before are through. */
  #worn: readonly StageDressing[] = [];

  /** @param model Freed by {@link ShownModel.dispose}. */
  constructor(model: LoadedModel, renderer: WebGLRenderer) {
    this.model = model;
    this.labels = new StageLabels(model.root, renderer);
    this.#wardrobe = new Dresser(model, renderer, this.labels);
    this.#batches = new PartBatches(model);
    this.#batches.update();
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
    const dress = async (): Promise<boolean> => {
      if (this.#isGone || !(await this.#wardrobe.dress(dressings)) || this.#isGone) return false;
      this.#worn = dressings;
      this.#batches.update();
      return true;
    };
    this.#dressing = this.#dressing.catch(() => undefined).then(dress);
    return this.#dressing;
  }

  /**
   * Shows exactly these labels; answered in turn with dressings.
   *
   * @throws AppError `image-unreadable`; it looks as before then.
   */
  label(labels: readonly StageLabel[]): Promise<void> {
    const label = async (): Promise<void> => {
      if (this.#isGone) return;
      await this.labels.update(labels);
      if (!this.#isGone && (await this.#wardrobe.dress(this.#worn)) && !this.#isGone) this.#batches.update();
    };
    const labelling = this.#dressing.catch(() => undefined).then(label);
    this.#dressing = labelling.then(() => true);
    return labelling;
  }

  /** Dresses it for its first frame: what cannot be read is drawn in its mean colour, or left out. */
  async dressAtFirst(dressings: readonly StageDressing[], labels: readonly StageLabel[] = []): Promise<void> {
    try {
      await this.dress(dressings);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.dress(dressings.map((one) => ({ ...one, texture: null })));
    }
    if (labels.length === 0) return;
    try {
      await this.label(labels);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.label(labels.map((one) => ({ ...one, image: null })));
    }
  }

  /**
   * Stands in a moment of an animation; null is the file's own pose.
   *
   * @param isPassing It plays: {@link standStill} goes back to the pose before.
   * @returns Whether it stands otherwise now.
   */
  pose(pose: ModelPose | null, isPassing = false): boolean {
    if (!isPassing) this.#pose = pose;
    this.#passing = isPassing ? pose : null;
    return this.model.motion.pose(this.model, pose);
  }

  /** Stands in the pose that was set, not in the one that plays. @returns Lets it play on; undefined when nothing plays. */
  standStill(): (() => void) | undefined {
    const { model } = this;
    const passing = this.#passing;
    if (passing === null || !model.motion.pose(model, this.#pose)) return undefined;
    return () => void model.motion.pose(model, passing);
  }

  /** Hides exactly these nodes, by glTF index. */
  hide(nodes: readonly number[]): void {
    hideNodes(this.model, nodes);
    this.#batches.update();
  }

  dispose(): void {
    this.#isGone = true;
    this.#batches.dispose();
    this.#wardrobe.dispose();
    this.labels.dispose();
    releaseModel(this.model);
  }
}

/**
 * Dresses a model for its first frame, which then neither uploads nor compiles.
 *
 * @param shown Freed when it comes to nothing. @param mustGoOn Throws when it is no longer wanted.
 */
export async function dressModel(
  shown: ShownModel,
  dressings: readonly StageDressing[],
  labels: readonly StageLabel[],
  stage: Stage,
  mustGoOn: () => void,
): Promise<ShownModel> {
  try {
    await shown.dressAtFirst(dressings, labels);
    mustGoOn();
    if (dressings.length + labels.length > 0) await compileModel(shown.model.root, stage);
    mustGoOn();
    return shown;
  } catch (error) {
    shown.dispose();
    throw error;
  }
}
