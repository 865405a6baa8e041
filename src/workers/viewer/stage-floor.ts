import {
  Box3,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type PerspectiveCamera,
  PlaneGeometry,
  type Scene,
  type WebGLRenderer,
} from 'three';
import type { FloorSettings } from '../../contract/scene/floor.ts';
import { FLOOR_BEFORE } from '../../contract/scene/floor-defaults.ts';
import { floorHeight } from '../../tracer/floor/floor-height.ts';
import { PICTURE_LAYER, PRODUCT_LAYER } from './capture-layers.ts';
import { collectSurface } from './collect-surface.ts';
import { FloorReflection } from './floor-reflection.ts';
import { measureParts } from './measure-parts.ts';
import type { LoadedModel } from './stage-model.ts';

/** In stage units: what is less below the floor is not cut, so that a flat base never fights with it for depth. */
const LEAST_DEPTH = 0.005;
/** Sides of what hides the product below the floor, in sizes of the product. */
const REACH = 100;

/**
 * Where the floor is, and what it hides. Studio's floor ends what stands on it (`contract/scene/floor.ts`); on the stage
 * a plane that nobody sees takes the depth of what is lower, in pictures and in data passes alike. From below it is not there.
 */
export class StageFloor {
  #settings: FloorSettings = FLOOR_BEFORE;
  readonly cut: Mesh<PlaneGeometry, MeshBasicMaterial>;
  /** Of the floor; NaN without a product. */
  y = Number.NaN;
  /** How far above the lowest point it is, of a product of size 1, where that was found out last. */
  #lift = 0;
  /** Of the product. */
  readonly #bounds = new Box3();
  readonly #reflection = new FloorReflection();

  constructor() {
    this.cut = new Mesh(new PlaneGeometry(1, 1), new MeshBasicMaterial({ colorWrite: false }));
    this.cut.rotation.x = -Math.PI / 2;
    this.cut.renderOrder = -800;
    this.cut.visible = false;
    for (const layer of [PICTURE_LAYER, PRODUCT_LAYER]) this.cut.layers.enable(layer);
  }

  /** Where the product is mirrored. */
  get mirrored(): Mesh {
    return this.#reflection.floor;
  }

  get isCyclorama(): boolean {
    return this.#settings.cyclorama !== undefined;
  }

  /** @returns Whether it may lie elsewhere now. */
  set(settings: FloorSettings): boolean {
    const before = this.#settings;
    this.#settings = settings;
    const place = ({ stand, offset }: FloorSettings): string => JSON.stringify([stand, offset]);
    return place(before) !== place(settings);
  }

  /** Mirrors the product for a camera; a draft has no mirror image until the stage rests. @param hidden What is not mirrored. */
  mirror(
    renderer: WebGLRenderer,
    scene: Scene,
    camera: PerspectiveCamera,
    isDraft: boolean,
    hidden: readonly Object3D[],
  ): void {
    const { gloss, roughness, isShadowOnly, cyclorama } = this.#settings;
    const isMatt = isDraft || isShadowOnly || cyclorama !== undefined;
    const floor = { y: this.y, bounds: this.#bounds, gloss: isMatt ? 0 : gloss, roughness };
    this.#reflection.draw(renderer, scene, camera, floor, [...hidden, this.cut]);
  }

  /**
   * Looks for the floor of a product. Costs 4 ms for 100,000 triangles, up to half a second for a million.
   *
   * @param isMoving More motion follows at once: the floor goes along as it lies.
   */
  lay(product: Object3D, model: LoadedModel | null, bounds: Box3, isMoving: boolean): void {
    this.cut.visible = false;
    this.y = Number.NaN;
    this.#bounds.copy(bounds);
    if (bounds.isEmpty()) return;
    const { min, max } = bounds;
    const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
    if (isMoving) this.y = min.y + this.#lift * size + this.#settings.offset;
    else {
      this.y = floorHeight(this.#settings, {
        lowest: min.y,
        part: this.#lowOfPart(model),
        surface: () => collectSurface(product),
      });
      this.#lift = size > 0 ? (this.y - this.#settings.offset - min.y) / size : 0;
    }
    this.cut.visible = this.y - min.y > LEAST_DEPTH;
    this.cut.position.set((min.x + max.x) / 2, this.y, (min.z + max.z) / 2);
    this.cut.scale.set(size * REACH, size * REACH, 1);
    this.cut.updateMatrixWorld();
  }

  dispose(): void {
    this.#reflection.dispose();
    this.cut.geometry.dispose();
    this.cut.material.dispose();
  }

  #lowOfPart(model: LoadedModel | null): number | null {
    const { stand } = this.#settings;
    if (stand.kind !== 'part' || model === null) return null;
    const top = model.nodes.get(stand.nodeIndex);
    const below = new Set<Object3D>();
    top?.traverse((object) => below.add(object));
    return measureParts(model.parts.filter(({ mesh }) => below.has(mesh)))?.min.y ?? null;
  }
}
