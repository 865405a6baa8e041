import { expect, test } from 'vitest';
import { cleanName, deriveMaterialId, listMaterials } from '../../src/app/list-materials.ts';
import type { FileMaterial } from '../../src/contract/compute-api.ts';
import { ContentHash, MaterialId } from '../../src/contract/ids.ts';
import { makeModelMaterial } from '../support/library-items.ts';

const hash = ContentHash.parse('a1'.repeat(32));

function material(index: number, changes: Partial<FileMaterial> = {}): FileMaterial {
  return {
    index,
    name: `File ${index}`,
    colour: '#112233',
    metalness: 0,
    roughness: 1,
    hasTexture: false,
    usageCount: 1,
    ...changes,
  };
}

test('rows say what the file says until the person changes something', () => {
  const rows = listMaterials({ hash, materials: [material(0), material(1, { hasTexture: true })] }, []);
  expect(rows.map(({ name, colour, hasTexture, entry }) => ({ name, colour, hasTexture, entry }))).toEqual([
    { name: 'File 0', colour: '#112233', hasTexture: false, entry: null },
    { name: 'File 1', colour: '#112233', hasTexture: true, entry: null },
  ]);
});

test('a material that draws nothing is no row', () => {
  expect(listMaterials({ hash, materials: [material(0, { usageCount: 0 })] }, [])).toEqual([]);
});

test('a reset takes the file’s texture and colour away', () => {
  const [row] = listMaterials({ hash, materials: [material(0, { hasTexture: true })] }, [
    makeModelMaterial(0, { isReset: true }),
  ]);
  expect([row?.hasTexture, row?.colour]).toEqual([false, '#e7e7e7']);
});

test('ids of untouched materials are valid, different, and the same on every device', () => {
  const ids = [-1, 0, 1, 999].map((index) => deriveMaterialId(hash, index));
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(MaterialId.safeParse(id).success).toBe(true);
  expect(deriveMaterialId(hash, 1)).toBe(ids[2]);
});

test('hostile and endless names become one harmless line', () => {
  expect(cleanName('  Seat\u202e\n<img src=x onerror=alert(1)>\u0000 ')).toBe(
    'Seat <img src=x onerror=alert(1)>',
  );
  expect(cleanName('x'.repeat(20_000))).toHaveLength(255);
  const [row] = listMaterials({ hash, materials: [material(0, { name: '\u200b\n' })] }, []);
  expect(row?.name).toBe('');
});
