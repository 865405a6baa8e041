import { BackSide, FrontSide, type Mesh, MeshBasicMaterial, type Object3D } from 'three';
import { PART_HOVER_COLOUR } from '../../contract/constants.ts';
import type { PartChoice } from '../../contract/stage.ts';
import { patchShader } from './patch-shader.ts';
import { listHalves } from './split-mirrored.ts';
import type { LoadedModel, ModelPart } from './stage-model.ts';

/** Above this many parts only the veil is drawn: an outline doubles what the card has to do. */
const OUTLINED_MAX = 300;

/** Lights up parts: a veil over them and a line around. Lives on the stage only; captures hide it. */
export class Highlight {
  readonly #veil = new MeshBasicMaterial({
    color: PART_HOVER_COLOUR,
    transparent: true,
    opacity: 0.38,
    depthWrite: false,
    toneMapped: false,
    side: FrontSide,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
  });
  readonly #outline = new MeshBasicMaterial({ color: 0xb46bff, side: BackSide, toneMapped: false });
  #chosen: Mesh[] = [];
  #hovered: Mesh[] = [];

  constructor() {
    // A hull: back faces pushed outwards by a constant width on the screen. 1.24 times the cost of a plain draw,
    // where an outline pass costs six and more.
    this.#outline.onBeforeCompile = (shader) => {
      shader.vertexShader = patchShader(shader.vertexShader, [
        [
          '#include <project_vertex>',
          `#include <project_vertex>
        vec2 outwards = (projectionMatrix * vec4(normalMatrix * normal, 0.0)).xy;
        if (length(outwards) > 1e-6) gl_Position.xy += normalize(outwards) * 0.006 * gl_Position.w;`,
        ],
      ]);
    };
  }

  /** Veils and outlines these parts, and no others. */
  update(parts: readonly ModelPart[]): void {
    remove(this.#chosen);
    const surfaces = parts.filter(({ hasSurface }) => hasSurface);
    const materials = surfaces.length > OUTLINED_MAX ? [this.#veil] : [this.#outline, this.#veil];
    this.#chosen = surfaces.flatMap(({ mesh }) => materials.map((material) => overlay(mesh, material)));
  }

  /** Outlines the part under the pointer, without a veil: it keeps its colours. Without normals there is no way outwards. */
  hover(part: ModelPart | null): void {
    remove(this.#hovered);
    const isFlat = part?.mesh.geometry.getAttribute('normal') === undefined;
    const material = isFlat ? this.#veil : this.#outline;
    this.#hovered = part === null ? [] : listHalves(part.mesh).map((mesh) => overlay(mesh, material));
  }

  /** Takes the overlays off; before the model they sit on is released. */
  clear(): void {
    this.update([]);
    this.hover(null);
  }

  dispose(): void {
    this.clear();
    this.#veil.dispose();
    this.#outline.dispose();
  }
}

/** The parts of a model that somebody means, with and without a surface. */
export function chooseParts(model: LoadedModel, choice: PartChoice): ModelPart[] {
  if (choice.kind === 'material') {
    return model.parts.filter(({ materialIndex }) => materialIndex === choice.materialIndex);
  }
  if (choice.kind === 'part') {
    const { nodeIndex, materialIndex } = choice;
    return model.parts.filter((part) => part.nodeIndex === nodeIndex && part.materialIndex === materialIndex);
  }
  const below = new Set<Object3D>();
  model.nodes.get(choice.nodeIndex)?.traverse((object) => below.add(object));
  return model.parts.filter(({ mesh }) => below.has(mesh));
}

function overlay(mesh: Mesh, material: MeshBasicMaterial): Mesh {
  const copy = mesh.clone(false);
  copy.material = material;
  copy.layers.set(0);
  copy.renderOrder = 500;
  copy.position.set(0, 0, 0);
  copy.quaternion.identity();
  copy.scale.set(1, 1, 1);
  copy.updateMatrix();
  mesh.add(copy);
  return copy;
}

function remove(overlays: readonly Mesh[]): void {
  for (const each of overlays) each.removeFromParent();
}
