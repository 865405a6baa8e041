import {
  BufferAttribute,
  BufferGeometry,
  Color,
  LinearSRGBColorSpace,
  Mesh,
  MeshLambertMaterial,
} from 'three';
import { netTriangles } from '../../tracer/floor/build-cyclorama.ts';
import type { LitCyclorama } from '../../tracer/floor/light-cyclorama.ts';
import type { RigPlace } from '../../tracer/light/hang-lights.ts';
import { PICTURE_LAYER } from './capture-layers.ts';
import { patchKeptLight } from './kept-light.ts';
import { patchShader } from './patch-shader.ts';

/**
 * The cyclorama on the stage. Its light is worked out by the tracer's numbers (`tracer/floor/light-cyclorama.ts`) and stands at its
 * points; what patterns and the sun's shadow keep from it is taken out as from the product, and the lights of a file shine on it.
 * It is a backdrop: drawn before all that stands there, in pictures and in no other pass.
 */
export class StageCyclorama {
  readonly mesh = new Mesh<BufferGeometry, MeshLambertMaterial>(new BufferGeometry(), openMaterial());
  #isLit = false;

  constructor() {
    patchKeptLight();
    this.mesh.renderOrder = -950;
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.layers.enable(PICTURE_LAYER);
  }

  /** @param lit Null takes it away. */
  light(lit: LitCyclorama | null): void {
    this.#isLit = lit !== null;
    this.mesh.visible = this.#isLit;
    if (lit === null) return;
    const { columns, profile } = lit.shape;
    const positions = profile.flatMap(({ y, z }) => columns.flatMap((x) => [x, y, z]));
    const normals = profile.flatMap(({ normalY, normalZ }) => columns.flatMap(() => [0, normalY, normalZ]));
    const { geometry, material } = this.mesh;
    // What was on the card is of another size when the net is.
    geometry.dispose();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
    geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3));
    geometry.setAttribute('arriving', new BufferAttribute(lit.irradiance, 3));
    geometry.setIndex(new BufferAttribute(netTriangles(lit.shape), 1));
    material.color.setRGB(...lit.colour, LinearSRGBColorSpace);
  }

  /** Without a product there is no light yet, and nothing to stand behind. */
  hide(): void {
    this.mesh.visible = false;
  }

  /** @param turn Of the camera about the vertical, radians from +Z towards +X. @param floorY In the stage frame. */
  place({ middle, radius }: RigPlace, floorY: number, turn: number): void {
    this.mesh.visible = this.#isLit;
    this.mesh.position.set(middle[0], floorY, middle[2]);
    this.mesh.scale.setScalar(radius);
    this.mesh.rotation.y = turn;
    this.mesh.updateMatrixWorld();
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Seen from its front alone: from below the floor the product is seen, as in the picture. */
function openMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial({
    color: new Color(0, 0, 0),
    depthTest: false,
    depthWrite: false,
  });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = patchShader(shader.vertexShader, [
      [
        'void main() {',
        'attribute vec3 arriving;\nvarying vec3 vArriving;\nvoid main() {\n\tvArriving = arriving;',
      ],
    ]);
    shader.fragmentShader = patchShader(shader.fragmentShader, [
      ['void main() {', 'varying vec3 vArriving;\nvoid main() {'],
      [
        '#include <lights_fragment_maps>',
        // Its own light in place of the sky's, which three.js has here.
        '#include <lights_fragment_maps>\n\tiblIrradiance = max( vec3( 0.0 ), vArriving - keptIrradiance );',
      ],
    ]);
  };
  return material;
}
