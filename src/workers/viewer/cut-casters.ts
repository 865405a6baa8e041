import {
  CustomBlending,
  DoubleSide,
  type Material,
  MaxEquation,
  Mesh,
  MeshBasicMaterial,
  type MeshStandardMaterial,
  type Object3D,
  OneFactor,
} from 'three';
import { patchShader } from './patch-shader.ts';

/** What is less opaque lets the sun through: its shadow knows no shades. */
const LEAST_ALPHA = 0.5;

/**
 * What a shadow counts of a caster that is not seen as a whole: how much of it, only whether there is any, or of its places as many as
 * that much, which a shadow that is blurred makes even.
 */
export type CutCount = 'share' | 'depth' | 'places';

type Worn = Material & Partial<MeshStandardMaterial>;

/** Materials for the shadows of what has holes, or is see-through in places. One for each material worn, kept from shadow to shadow. */
export class CutCasters {
  readonly #count: CutCount;
  readonly #known = new Map<string, CutMaterial>();

  constructor(count: CutCount) {
    this.#count = count;
  }

  /**
   * Has parts throw shadows by the alpha that they have.
   *
   * @param parts Of {@link listCut}. @returns Gives them back what they wear.
   */
  dress(parts: readonly Mesh[]): () => void {
    const worn = parts.map(({ material }) => material as Worn);
    const wanted = new Set(worn.map(({ uuid }) => uuid));
    for (const [uuid, material] of this.#known) {
      if (wanted.has(uuid)) continue;
      material.dispose();
      this.#known.delete(uuid);
    }
    const stand = worn.map((one) => {
      const known = this.#known.get(one.uuid) ?? new CutMaterial(this.#count);
      this.#known.set(one.uuid, known);
      return known;
    });
    for (const [i, mesh] of parts.entries()) {
      const [material, file] = [stand[i], worn[i]];
      if (material === undefined || file === undefined) continue;
      material.follow(file);
      mesh.material = material;
    }
    return () => {
      for (const [i, mesh] of parts.entries()) mesh.material = worn[i] ?? mesh.material;
    };
  }

  dispose(): void {
    for (const material of this.#known.values()) material.dispose();
    this.#known.clear();
  }
}

/** Parts that are drawn, and throw a shadow by their alpha. */
export function listCut(product: Object3D): Mesh[] {
  const cut: Mesh[] = [];
  product.traverseVisible((object) => {
    if (object instanceof Mesh && isCut(object.material as Worn)) cut.push(object);
  });
  return cut;
}

/** Names what the shadow of a part has from its material. */
export function describeCut({ uuid, material }: Mesh): string {
  const { map, alphaMap, opacity, alphaTest } = material as Worn;
  return [uuid, map?.uuid, alphaMap?.uuid, opacity, alphaTest].join(' ');
}

function isCut(worn: Worn): boolean {
  const varies = Boolean(worn.map) || Boolean(worn.alphaMap) || worn.vertexColors || worn.opacity < 1;
  return (worn.transparent || worn.alphaTest > 0) && varies;
}

/** Black, with the alpha of a contact shadow: 1 at the near plane, 0 at the far one, times what is opaque. Below another it leaves that be. */
class CutMaterial extends MeshBasicMaterial {
  readonly #count: CutCount;

  constructor(count: CutCount) {
    super({ side: DoubleSide });
    this.#count = count;
    if (count !== 'share') {
      this.colorWrite = false;
      return;
    }
    this.blending = CustomBlending;
    this.blendEquation = MaxEquation;
    this.blendSrc = OneFactor;
    this.blendDst = OneFactor;
    this.depthTest = false;
    this.depthWrite = false;
  }

  follow({ map, alphaMap, opacity, vertexColors, alphaTest }: Worn): void {
    this.map = map ?? null;
    this.alphaMap = alphaMap ?? null;
    this.opacity = opacity;
    this.vertexColors = vertexColors;
    this.alphaTest = alphaTest > 0 || this.#count !== 'depth' ? alphaTest : LEAST_ALPHA;
    this.alphaHash = this.#count === 'places' && !(alphaTest > 0);
    this.needsUpdate = true;
  }

  override onBeforeCompile(shader: Parameters<Material['onBeforeCompile']>[0]): void {
    shader.fragmentShader = patchShader(shader.fragmentShader, [
      [
        '#include <dithering_fragment>',
        `#ifdef USE_ALPHATEST
diffuseColor.a = 1.0;
#endif
gl_FragColor = vec4(vec3(0.0), (1.0 - gl_FragCoord.z) * (1.0 - gl_FragCoord.z) * diffuseColor.a);`,
      ],
    ]);
  }

  override customProgramCacheKey(): string {
    return 'cut caster';
  }
}
