import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import {
  createSquare,
  hasSamples,
  listSamples,
  packGlb,
  readSample,
  writeGlb,
} from '../../support/tiny-model.ts';

const MINIMAL = { asset: { version: '2.0' } };

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.failure.code;
    throw error;
  }
  return 'read';
}

describe('readGlb', () => {
  it('takes a container apart', async () => {
    const { document } = createSquare();
    const { json, binary } = readGlb(await writeGlb(document));
    expect(json.nodes?.[0]?.name).toBe('square');
    expect(binary?.byteLength).toBeGreaterThan(0);
  });

  it('reads a file that is a view into a larger buffer', async () => {
    const glb = await writeGlb(createSquare().document);
    const larger = new Uint8Array(glb.length + 13);
    larger.set(glb, 13);
    expect(readGlb(larger.subarray(13)).json.meshes).toHaveLength(1);
  });

  it('shows all root nodes of a file that has no scene', () => {
    const nodes = [{ children: [2] }, { name: 'other root' }, {}];
    for (const scenes of [undefined, []]) {
      const { json } = readGlb(packGlb({ ...MINIMAL, nodes, ...(scenes && { scenes }) }));
      expect(json.scenes).toEqual([{ nodes: [0, 1] }]);
    }
    expect(readGlb(packGlb(MINIMAL)).json.scenes).toBeUndefined();
    const scenes = [{ nodes: [1] }];
    expect(readGlb(packGlb({ ...MINIMAL, nodes, scenes })).json.scenes).toEqual(scenes);
  });

  it('refuses what is not a GLB 2 container', () => {
    const glb = packGlb(MINIMAL);
    const withWord = (at: number, value: number) => {
      const changed = glb.slice();
      new DataView(changed.buffer).setUint32(at, value, true);
      return changed;
    };
    expect(codeOf(() => readGlb(glb))).toBe('read');
    expect(codeOf(() => readGlb(new Uint8Array(0)))).toBe('file-empty');
    expect(codeOf(() => readGlb(glb.subarray(0, 11)))).toBe('model-unreadable');
    expect(codeOf(() => readGlb(glb.subarray(0, glb.length - 4)))).toBe('model-unreadable');
    expect(codeOf(() => readGlb(withWord(0, 1)))).toBe('model-unreadable');
    expect(codeOf(() => readGlb(withWord(4, 1)))).toBe('model-unreadable');
    expect(codeOf(() => readGlb(withWord(8, 0xffffffff)))).toBe('model-unreadable');
    expect(codeOf(() => readGlb(withWord(12, 0xfffffff0)))).toBe('model-unreadable');
    expect(codeOf(() => readGlb(withWord(16, 0x004e4942)))).toBe('model-unreadable');
  });

  it('reads a version that is a number, or has no point', () => {
    for (const [version, read] of [
      [2, '2.0'],
      ['2', '2.0'],
      [2.1, '2.1'],
      ['2.1', '2.1'],
    ] as const)
      expect(readGlb(packGlb({ ...MINIMAL, asset: { version } })).json.asset.version).toBe(read);
  });

  it('refuses JSON that is not a glTF 2 document', () => {
    for (const json of [
      null,
      [],
      'text',
      {},
      { asset: {} },
      { asset: null },
      { asset: { version: '1.0' } },
      { asset: { version: 1 } },
      { asset: { version: '20' } },
    ]) {
      expect(codeOf(() => readGlb(packGlb(json)))).toBe('model-unreadable');
    }
    const broken = packGlb(MINIMAL);
    broken[20] = 0x5b;
    expect(codeOf(() => readGlb(broken))).toBe('model-unreadable');
  });

  it.skipIf(!hasSamples)('refuses every broken sample with a failure, never with a crash', () => {
    for (const name of listSamples('broken')) {
      // The two that are sound containers: one has wrong numbers only in its data, one only a wrong buffer length.
      const expected = /WithInfinites|wrong_bytelength/.test(name) ? 'read' : /model-unreadable|file-empty/;
      expect(
        codeOf(() => readGlb(readSample(`broken/${name}`))),
        name,
      ).toMatch(expected);
    }
  });
});
