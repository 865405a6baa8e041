import { Material, MeshPhysicalMaterial, MeshStandardMaterial } from 'three';

/** Properties in which two materials may differ and still be drawn together: identity and colour. */
const IGNORED_PROPERTIES = new Set(['uuid', 'name', 'userData', 'version', 'color', '_listeners']);

/** As three.js makes them; what a file leaves as it is need not be named. */
const PLAIN = [new MeshStandardMaterial(), new MeshPhysicalMaterial()].map((plain) => ({
  type: plain.type,
  values: Object.entries(plain).filter(([key]) => !IGNORED_PROPERTIES.has(key)),
}));

/**
 * Names all that a material is but its colour: parts whose materials are named alike can be drawn in one call, with the
 * colours at their vertices.
 *
 * @returns Null when it has textures, colours at its vertices or code of its own.
 */
export function describeFinish(material: Material): string | null {
  const plain = PLAIN.find(({ type }) => type === material.type);
  if (plain === undefined || material.vertexColors || hasCode(material)) return null;
  let finish = material.type;
  for (const [key, usual] of plain.values) {
    const value = material[key as keyof Material] as unknown;
    if (value === usual) continue;
    if (isTexture(value)) return null;
    const said = describe(value);
    if (said !== describe(usual)) finish += ` ${key} ${said}`;
  }
  return finish;
}

function hasCode(material: Material): boolean {
  const { onBeforeCompile, customProgramCacheKey } = Material.prototype;
  return (
    material.onBeforeCompile !== onBeforeCompile || material.customProgramCacheKey !== customProgramCacheKey
  );
}

function isTexture(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'isTexture' in value;
}

/** Colours, vectors and turns by their numbers: as JSON a colour has eight bits. */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('toArray' in value) return String((value as { toArray(): unknown[] }).toArray());
  return JSON.stringify(value);
}
