import {
  ArrayCamera,
  type Box3,
  Data3DTexture,
  DepthTexture,
  FrontSide,
  LinearFilter,
  MeshBasicMaterial,
  NoBlending,
  Object3D,
  OrthographicCamera,
  type PerspectiveCamera,
  ShaderMaterial,
  Sphere,
  Vector3,
  Vector4,
  WebGL3DRenderTarget,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { PICTURE_LAYER, PRODUCT_LAYER, SHADOW_LAYER } from './capture-layers.ts';
import { CutCasters } from './cut-casters.ts';
import { drawCasters, listGlass, listUnseen } from './draw-casters.ts';
import { FullScreenPass } from './full-screen-pass.ts';
import { patchKeptLight } from './kept-light.ts';
import { basisOf, FILL_FRAGMENT, spreadDirections, visibilityFragment } from './sky-visibility-shader.ts';

/** From so many directions it is looked at; a square number of tiles. */
const TILES = 8;
/** How many there are. */
export const SIDES = TILES * TILES;
const TILE_PX = 128;
/** Cells along the longest side of the product. */
const CELLS = 48;
/** Around it, so that what lies before a surface is still in the grid. */
const ROOM_CELLS = 2;
/** Of the sphere around the product. */
const ROOM = 1.02;

const VERTEX = /* glsl */ `
void main() { gl_Position = vec4( position.xy, 0.0, 1.0 ); }`;

/** What three.js hands to the shaders of all that is lit as a grid of probes (r187); they read it as `VISIBILITY_PARS` does. */
class SkyGrid extends Object3D {
  readonly isLight = true;
  readonly isLightProbeGrid = true;
  readonly priority = 0;
  readonly boundingBox: { readonly min: Vector3; readonly max: Vector3 } = {
    min: new Vector3(-1, -1, -1),
    max: new Vector3(1, 1, 1),
  };
  readonly resolution = new Vector3(1, 1, 1);
  texture: Data3DTexture | null = null;
}

/**
 * How much of the sky each place around the product sees past the product: the sky of the stage lights as if nothing stood in it.
 * Drawn when the product changes and the stage rests, not each frame: 64 views of its depth, and from them a grid of cells.
 * Glass hides nothing, and what is less than half opaque neither.
 */
export class SkyVisibility {
  readonly grid = new SkyGrid();
  readonly #depth = new MeshBasicMaterial({ side: FrontSide, colorWrite: false });
  readonly #cut = new CutCasters('depth');
  readonly #uniforms = {
    depths: { value: null as DepthTexture | null },
    least: { value: new Vector3() },
    cell: { value: new Vector3() },
    middle: { value: new Vector3() },
    reach: { value: 1 },
    layer: { value: 0 },
    cells: { value: null as Data3DTexture | null },
  };
  readonly #see = new FullScreenPass(this.#material(visibilityFragment(SIDES, TILES, TILE_PX)));
  readonly #fill = new FullScreenPass(this.#material(FILL_FRAGMENT));
  readonly #cameras = openCameras();
  readonly #open = openSky();
  #cells: WebGL3DRenderTarget | null = null;
  #isStale = true;
  /** Depths of the product from the sides that were looked at since it changed. */
  #depths: WebGLRenderTarget | null = null;
  #sideCount = 0;

  constructor() {
    patchKeptLight();
    for (const layer of [PICTURE_LAYER, PRODUCT_LAYER]) this.grid.layers.enable(layer);
    this.#hide();
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** What it was drawn of is another, or stands elsewhere. */
  forget(): void {
    this.#isStale = true;
    this.#sideCount = 0;
  }

  /** Draws what is due. @param isDraft What is out of date is left away, as if all saw all of the sky. */
  build(renderer: WebGLRenderer, product: Object3D, bounds: Box3, isDraft: boolean): void {
    if (bounds.isEmpty()) this.#release();
    if (bounds.isEmpty() || (this.#isStale && isDraft)) {
      this.#hide();
      return;
    }
    this.look(renderer, product, bounds, SIDES);
  }

  /**
   * Looks at the product from so many sides more.
   *
   * @returns Whether all is found out.
   */
  look(renderer: WebGLRenderer, product: Object3D, bounds: Box3, count: number): boolean {
    if (!this.#isStale || bounds.isEmpty()) return true;
    const { center, radius } = bounds.getBoundingSphere(new Sphere());
    const reach = Math.max(radius, 1e-6) * ROOM;
    const adds = this.#sideCount > 0;
    const next = Math.min(SIDES, this.#sideCount + count);
    const cameras = lookFrom(this.#cameras.slice(this.#sideCount, next), center, reach);
    const unseen = [...listUnseen(product), ...listGlass(product)];
    this.#depths ??= new WebGLRenderTarget(TILES * TILE_PX, TILES * TILE_PX, {
      depthTexture: new DepthTexture(TILES * TILE_PX, TILES * TILE_PX),
    });
    drawCasters(renderer, product, unseen, this.#depth, this.#cut, cameras, this.#depths, adds);
    this.#sideCount = next;
    if (next < SIDES) return false;
    this.#isStale = false;
    this.#fillGrid(renderer, this.#depths, bounds, reach);
    this.#release();
    return true;
  }

  dispose(): void {
    this.#release();
    this.#cells?.dispose();
    this.#open.dispose();
    this.#depth.dispose();
    this.#cut.dispose();
    this.#see.dispose();
    this.#fill.dispose();
  }

  /** All of the sky is seen; the shaders stay the same. */
  #hide(): void {
    this.grid.texture = this.#open;
    this.grid.resolution.set(1, 1, 1);
  }

  #release(): void {
    this.#depths?.depthTexture?.dispose();
    this.#depths?.dispose();
    this.#depths = null;
    this.#sideCount = 0;
  }

  /** @param depths Of all sides. @param reach From the middle, in scene units: what is in them. */
  #fillGrid(renderer: WebGLRenderer, depths: WebGLRenderTarget, bounds: Box3, reach: number): void {
    const center = bounds.getCenter(new Vector3());
    const size = bounds.getSize(new Vector3());
    const cell = Math.max(size.x, size.y, size.z, 1e-6) / CELLS;
    const count = size
      .clone()
      .divideScalar(cell)
      .addScalar(2 * ROOM_CELLS)
      .ceil();
    const half = count.clone().multiplyScalar(cell / 2);
    const { min, max } = this.grid.boundingBox;
    min.copy(center).sub(half);
    max.copy(center).add(half);
    this.grid.resolution.copy(count);

    const uniforms = this.#uniforms;
    uniforms.depths.value = depths.depthTexture as DepthTexture;
    uniforms.least.value.copy(min);
    uniforms.cell.value.setScalar(cell);
    uniforms.middle.value.copy(center);
    uniforms.reach.value = reach;
    const seen = openGrid(count.x, count.y, count.z);
    this.#cells?.dispose();
    this.#cells = openGrid(count.x, count.y, count.z);
    const before = renderer.getRenderTarget();
    this.#drawLayers(renderer, this.#see, seen);
    uniforms.cells.value = seen.texture as Data3DTexture;
    this.#drawLayers(renderer, this.#fill, this.#cells);
    renderer.setRenderTarget(before);
    uniforms.depths.value = uniforms.cells.value = null;
    seen.dispose();
    this.grid.texture = this.#cells.texture as Data3DTexture;
  }

  #drawLayers(renderer: WebGLRenderer, pass: FullScreenPass, grid: WebGL3DRenderTarget): void {
    for (let layer = 0; layer < grid.depth; layer++) {
      this.#uniforms.layer.value = layer;
      renderer.setRenderTarget(grid, layer);
      pass.draw(renderer);
    }
  }

  #material(fragmentShader: string): ShaderMaterial {
    return new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader,
      uniforms: this.#uniforms,
      blending: NoBlending,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
  }
}

/** A grid of one cell that sees all of the sky. */
function openSky(): Data3DTexture {
  const open = new Data3DTexture(Uint8Array.of(128, 128, 128, 255), 1, 1, 1);
  open.needsUpdate = true;
  return open;
}

/** Of what cells see, see `visibilityFragment`. */
function openGrid(width: number, height: number, depth: number): WebGL3DRenderTarget {
  const target = new WebGL3DRenderTarget(width, height, depth, { depthBuffer: false });
  target.texture.minFilter = target.texture.magFilter = LinearFilter;
  return target;
}

/** One for each direction, each with a tile of its own. */
function openCameras(): OrthographicCamera[] {
  return spreadDirections(SIDES).map((direction, i) => {
    const camera = new OrthographicCamera() as OrthographicCamera & { viewport: Vector4 };
    camera.viewport = new Vector4((i % TILES) * TILE_PX, Math.floor(i / TILES) * TILE_PX, TILE_PX, TILE_PX);
    camera.matrixAutoUpdate = false;
    const [right, up] = basisOf(direction);
    camera.matrix.makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...direction));
    return camera;
  });
}

/** Cameras as one, each of which sees a sphere and nothing else. */
function lookFrom(cameras: readonly OrthographicCamera[], middle: Vector3, reach: number): ArrayCamera {
  const all = new ArrayCamera([...cameras] as unknown as PerspectiveCamera[]);
  all.layers.set(SHADOW_LAYER);
  for (const camera of cameras) {
    camera.layers = all.layers;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0;
    camera.far = 2 * reach;
    const towards = new Vector3().setFromMatrixColumn(camera.matrix, 2);
    camera.matrix.setPosition(middle.clone().addScaledVector(towards, reach));
    camera.matrixWorld.copy(camera.matrix);
    camera.matrixWorldInverse.copy(camera.matrix).invert();
    camera.updateProjectionMatrix();
  }
  return all;
}
