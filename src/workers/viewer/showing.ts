import { metresPerUnitOf } from '../../contract/camera/lens.ts';
import type { ModelPose } from '../../contract/render-spec.ts';
import type { StageModel } from '../../contract/stage.ts';
import type { LoadReport, ViewerApi } from '../../contract/viewer-api.ts';
import type { ViewerEvent } from '../../contract/viewer-events.ts';
import type { LabelHandling } from './handle-labels.ts';
import type { PartPointer } from './point-at-parts.ts';
import type { Preparation } from './preparation.ts';
import { normalise, reportLoad } from './prepare-model.ts';
import { dressModel, type ShownModel } from './shown-model.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel } from './stage-model.ts';

/** What follows of a change of what is shown. */
interface Followers {
  readonly productChanged: () => void;
  /** @param isMoving More follows at once. */
  readonly productMoved: (isMoving: boolean) => void;
  /** The same product looks different. */
  readonly sceneChanged: () => void;
  /** What stood on the stage is gone. */
  readonly cleared: () => void;
  /** Another stands there, or nothing, to be seen from there. */
  readonly stands: (camera: StageModel['camera']) => void;
}

/** The one model that stands on the stage: puts it there, and changes it. */
export class Showing {
  readonly #stage: Stage;
  readonly #preparation: Preparation;
  readonly #parts: PartPointer;
  readonly #labels: LabelHandling;
  readonly #emit: (event: ViewerEvent) => void;
  readonly #tell: Followers;
  #showing: ShownModel | null = null;
  /** Counts calls of `show`: an older one that finishes late is thrown away. */
  #generation = 0;

  constructor(
    stage: Stage,
    preparation: Preparation,
    [parts, labels]: readonly [PartPointer, LabelHandling],
    emit: (event: ViewerEvent) => void,
    followers: Followers,
  ) {
    this.#stage = stage;
    this.#preparation = preparation;
    this.#parts = parts;
    this.#labels = labels;
    this.#emit = emit;
    this.#tell = followers;
  }

  get model(): LoadedModel | null {
    return this.#showing?.model ?? null;
  }

  /** As {@link ShownModel.standStill}. */
  standStill(): (() => void) | undefined {
    return this.#showing?.standStill();
  }

  async show(wanted: StageModel | null): Promise<LoadReport | null> {
    const generation = ++this.#generation;
    if (wanted === null) {
      this.#preparation.dropWaiting();
      this.#put(null, null);
      return null;
    }
    const progress = (fraction: number): void => {
      if (generation !== this.#generation) return;
      this.#emit({ kind: 'loadProgressed', modelId: wanted.id, fraction });
    };
    const mustGoOn = (): void => this.#mustBeNewest(generation);
    const shown = await this.#preparation.obtain(wanted, progress, mustGoOn);
    shown.pose(wanted.pose ?? null);
    this.#put(
      await dressModel(shown, wanted.dressings ?? [], wanted.labels ?? [], this.#stage, mustGoOn),
      wanted,
    );
    progress(1);
    return reportLoad(wanted, shown.model);
  }

  setHiddenNodes(nodes: readonly number[]): void {
    this.#showing?.hide(nodes);
    this.#tell.productChanged();
  }

  setNormalisation(matrix: readonly number[]): void {
    if (this.#showing !== null) normalise(this.#showing.model, matrix);
    this.#stage.metresPerUnit = metresPerUnitOf(matrix);
    this.#tell.productChanged();
  }

  setPose(pose: ModelPose | null, isPassing: boolean): void {
    if (this.#showing?.pose(pose, isPassing) !== true) return;
    this.#parts.moved();
    if (!isPassing) {
      this.#tell.productChanged();
      return;
    }
    this.#tell.productMoved(true);
  }

  async setDressings(dressings: Parameters<ViewerApi['setDressings']>[0]): Promise<void> {
    const showing = this.#showing;
    const isOther = await showing?.dress(dressings);
    if (isOther !== true || showing?.isGone !== false) return;
    if (this.#stage.set.isStale) this.#tell.productChanged();
    this.#parts.refresh();
    this.#tell.sceneChanged();
  }

  async setLabels(labels: Parameters<ViewerApi['setLabels']>[0]): Promise<void> {
    const showing = this.#showing;
    await showing?.label(labels);
    if (showing?.isGone === false) this.#tell.sceneChanged();
  }

  dispose(): void {
    this.#generation++;
    this.#clear();
  }

  #put(shown: ShownModel | null, wanted: StageModel | null): void {
    this.#clear();
    if (shown !== null && wanted !== null) {
      this.#showing = shown;
      this.#stage.metresPerUnit = metresPerUnitOf(wanted.normalisation);
      this.#stage.setWeight(shown.model.triangleCount, shown.model.parts.length);
      this.#stage.stand.put(shown.model.root, wanted.upAxis, wanted.modelTransform);
      this.#parts.put(shown.model);
      this.#labels.put(shown);
    }
    this.#stage.model = this.#showing?.model ?? null;
    this.#tell.stands(wanted?.camera);
  }

  /** Frees what stands on the stage. */
  #clear(): void {
    this.#parts.put(null);
    this.#labels.put(null);
    this.#stage.stand.interrupt();
    this.#showing?.dispose();
    this.#showing = null;
    this.#tell.cleared();
    this.#stage.setWeight(0, 0);
    this.#stage.model = null;
  }

  #mustBeNewest(generation: number): void {
    if (generation !== this.#generation) throw new DOMException('A newer model came.', 'AbortError');
  }
}
