import {
  BufferAttribute,
  type BufferGeometry,
  type Material,
  type Mesh,
  type MeshStandardMaterial,
} from 'three';
import type { PooledPart } from './pool-geometries.ts';

/** Gives parts that are drawn together the colours of their own materials, at their vertices. */
export class VertexColours {
  /** White materials for vertex colours, by what the materials they replace have in common. */
  readonly #materials = new Map<string, MeshStandardMaterial>();
  readonly #colours = new Map<BufferGeometry, BufferAttribute>();
  readonly #used = new Set<string>();

  /** Before the parts are dressed anew. */
  begin(): void {
    this.#used.clear();
  }

  /** After it: frees what nothing wears any more. */
  end(): void {
    for (const [key, material] of this.#materials) {
      if (this.#used.has(key)) continue;
      material.dispose();
      this.#materials.delete(key);
    }
  }

  /**
   * Where the parts wear several materials, which differ in colour alone, the mesh gets one that takes colours from its
   * vertices.
   *
   * @param mesh Draws the parts, and wears the material of the first. @param key Names what their materials have in common.
   */
  dress(mesh: Mesh, key: string, parts: readonly PooledPart[]): void {
    const material = mesh.material as Material;
    if (parts.every(({ part }) => part.mesh.material === material)) {
      const own = parts[0]?.shared.attributes.color;
      if (own === undefined) mesh.geometry.deleteAttribute('color');
      else mesh.geometry.setAttribute('color', own);
      return;
    }
    mesh.material = this.#material(key, material as MeshStandardMaterial);
    mesh.geometry.setAttribute('color', this.#colour(parts));
  }

  dispose(): void {
    for (const material of this.#materials.values()) material.dispose();
  }

  #material(key: string, worn: MeshStandardMaterial): MeshStandardMaterial {
    this.#used.add(key);
    const known = this.#materials.get(key);
    if (known !== undefined) return known;
    const material = worn.clone();
    material.color.set('white');
    material.vertexColors = true;
    this.#materials.set(key, material);
    return material;
  }

  /** The colours of all vertices of the geometry that the parts share; only what differs goes to the card again. */
  #colour(parts: readonly PooledPart[]): BufferAttribute {
    const { shared } = parts[0] as PooledPart;
    const known = this.#colours.get(shared);
    const { count } = shared.getAttribute('position');
    const colours = known ?? new BufferAttribute(new Float32Array(count * 3), 3);
    this.#colours.set(shared, colours);
    for (const { part, firstVertex, vertexCount } of parts) {
      const { r, g, b } = (part.mesh.material as MeshStandardMaterial).color;
      if (isAt(colours, firstVertex, r, g, b)) continue;
      const end = firstVertex + vertexCount;
      for (let vertex = firstVertex; vertex < end; vertex++) colours.setXYZ(vertex, r, g, b);
      if (known !== undefined) colours.addUpdateRange(firstVertex * 3, vertexCount * 3);
      colours.needsUpdate = true;
    }
    return colours;
  }
}

function isAt(colours: BufferAttribute, vertex: number, r: number, g: number, b: number): boolean {
  return (
    colours.getX(vertex) === Math.fround(r) &&
    colours.getY(vertex) === Math.fround(g) &&
    colours.getZ(vertex) === Math.fround(b)
  );
}
