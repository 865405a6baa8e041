import { describe, expect, it } from 'vitest';
import { FILE_LIGHTS_MAX } from '../../../src/contract/constants.ts';
import type { SceneSpec } from '../../../src/contract/render-spec.ts';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { compose } from '../../../src/tracer/matrix.ts';
import { luminance } from '../../../src/tracer/picture.ts';
import { makeIes } from '../../support/ies.ts';
import { AS_IT_IS, openDecoders, packGlb } from '../../support/tiny-model.ts';

const decoders = await openDecoders();
const ON = { isOn: true, strength: 1 };
const HALF = Math.SQRT1_2;

/** A triangle, and nodes with lights beside it. The clip takes node 1 to x = 20 at once. */
function makeLit(lights: readonly object[], nodes: readonly object[], roots: readonly number[]): Uint8Array {
  const floats = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 20, 0, 0]);
  const clip = {
    channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }],
    samplers: [{ input: 1, output: 2, interpolation: 'STEP' }],
  };
  return packGlb(
    {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_lights_punctual'],
      extensions: { KHR_lights_punctual: { lights } },
      scene: 0,
      scenes: [{ nodes: [0, ...roots] }],
      nodes: [{ mesh: 0 }, ...nodes],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      animations: nodes.length > 0 ? [clip] : [],
      buffers: [{ byteLength: floats.byteLength }],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        { buffer: 0, byteOffset: 36, byteLength: 4 },
        { buffer: 0, byteOffset: 40, byteLength: 12 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
        { bufferView: 1, componentType: 5126, count: 1, type: 'SCALAR', min: [0], max: [0] },
        { bufferView: 2, componentType: 5126, count: 1, type: 'VEC3' },
      ],
    },
    new Uint8Array(floats.buffer),
  );
}

const withLight = (light: number, more: object = {}) => ({
  extensions: { KHR_lights_punctual: { light } },
  ...more,
});

const read = async (glb: Uint8Array, scene: Partial<SceneSpec> = {}) =>
  (await loadModel(glb, { ...AS_IT_IS, fileLights: ON, ...scene }, decoders)).punctualLights;

const lamp = { type: 'point', intensity: 100 };

describe('lights of a file', () => {
  it('are left out while they are off, and in recipes that do not name them', async () => {
    const glb = makeLit([lamp], [withLight(0)], [1]);
    expect(await read(glb, { fileLights: { isOn: false, strength: 1 } })).toEqual([]);
    expect((await loadModel(glb, AS_IT_IS, decoders)).punctualLights).toEqual([]);
    expect(await read(glb, { fileLights: { isOn: true, strength: 0 } })).toEqual([]);
  });

  it('light the middle of the product to full white together, whatever their units, times the strength', async () => {
    const lights = [
      { ...lamp, color: [1, 0.5, 0.25] },
      { type: 'directional', intensity: 2, color: [0.2, 0.4, 1] },
    ];
    const glb = makeLit(lights, [withLight(0, { translation: [0, 8, 0] }), withLight(1)], [1, 2]);
    const found = await read(glb);
    const [point, sun] = found;
    const total = luminance(...point!.irradiance) / 64 + luminance(...sun!.irradiance);
    expect(total).toBeCloseTo(Math.PI, 6);
    // Lux to lux as the file has them.
    expect(luminance(...point!.irradiance) / luminance(...sun!.irradiance)).toBeCloseTo(
      luminance(100, 50, 25) / luminance(0.4, 0.8, 2),
      6,
    );
    const twice = await read(glb, { fileLights: { isOn: true, strength: 2 } });
    expect(twice[1]!.irradiance[0]).toBeCloseTo(2 * sun!.irradiance[0], 6);
  });

  it('stand where their nodes do, below others too, and shine along -Z of them', async () => {
    const nodes = [
      { children: [2], translation: [10, 0, 0], rotation: [0, HALF, 0, HALF], scale: [3, 3, 3] },
      withLight(0, { translation: [0, 0, 2], rotation: [-HALF, 0, 0, HALF] }),
    ];
    const spot = { type: 'spot', intensity: 5, range: 4, spot: { innerConeAngle: 0.2, outerConeAngle: 0.4 } };
    const [light] = await read(makeLit([spot], nodes, [1]));
    expect(light!.position.map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([16, 0, 0]);
    expect(light!.direction[1]).toBeCloseTo(-1, 6);
    expect(light!.range).toBe(4);
    const { scale, offset } = light!.cone!;
    expect(Math.cos(0.2) * scale + offset).toBeCloseTo(1, 6);
    expect(Math.cos(0.4) * scale + offset).toBeCloseTo(0, 6);
  });

  it('give what they give when nodes are scaled, and when a person scales the product with them', async () => {
    const at = (scale: number) => withLight(0, { translation: [0, 8, 0], scale: [scale, scale, scale] });
    const glb = makeLit([{ ...lamp, range: 30 }], [at(1)], [1]);
    const [bare] = await read(glb);
    expect(await read(makeLit([{ ...lamp, range: 30 }], [at(7)], [1]))).toEqual([bare]);
    const [larger] = await read(glb, { modelTransform: [...compose([0, 0, 0], [0, 0, 0, 1], [2, 2, 2])] });
    expect(larger!.position).toEqual([0, 16, 0]);
    expect(larger!.range).toBe(60);
    expect(larger!.irradiance[0] / 16 ** 2).toBeCloseTo(bare!.irradiance[0] / 8 ** 2, 6);
    // A small product in a large frame is the same picture.
    const [near] = await read(glb, { normalisation: [...compose([0, 0, 0], [0, 0, 0, 1], [0.1, 0.1, 0.1])] });
    expect(near!.range).toBeCloseTo(3, 6);
  });

  it('shine by their profiles, as candela beside those without; one that cannot be read shines all round', async () => {
    const profile = makeIes([0, 90], [0, 90, 180], (v) => 300 - 3 * v, { factor: 2 });
    const bytes = btoa(profile);
    const ies = (light: number, more: object = {}) => ({
      extensions: { EXT_lights_ies: { light, ...more } },
    });
    const { json, binary } = readGlb(
      makeLit(
        [{ type: 'point', intensity: 300 }],
        [
          withLight(0, { translation: [8, 0, 0] }),
          { ...ies(0, { color: [1, 0.5, 0.5], multiplier: 3 }), translation: [0, 8, 0], scale: [2, 2, 2] },
          { ...ies(1), translation: [0, 0, 8], rotation: [0, HALF, 0, HALF] },
          { ...ies(2), translation: [0, 0, -8] },
        ],
        [1, 2, 3, 4],
      ),
    );
    const lights = [
      { uri: `data:application/x-ies-lm-63;base64,${bytes}` },
      { name: 'broken', uri: 'data:,IESNA' },
      { name: 'huge', uri: `data:;base64,${bytes.padEnd(2 ** 21, 'A')}` },
    ];
    const extensions = { ...json.extensions, EXT_lights_ies: { lights } };
    const glb = packGlb({ ...json, extensions }, binary === null ? null : binary.slice());
    const model = await loadModel(glb, { ...AS_IT_IS, fileLights: ON }, decoders);
    expect(model.unreadProfiles).toEqual(['broken', 'huge']);
    const at = (axis: number, value: number) =>
      model.punctualLights.find(({ position }) => Math.abs(position[axis]! - value) < 1e-6)!;
    const [plain, shaped, unread] = [at(0, 8), at(1, 8), at(2, 8)];
    const unit = plain.irradiance[0] / 300;
    expect(shaped.irradiance.map((value) => Math.round(value / unit))).toEqual([1800, 900, 900]);
    expect(shaped.profile!.table.shares[0]).toBe(1);
    expect(shaped.profile!.right).toEqual([1, 0, 0]);
    expect(unread.profile).toBeUndefined();
    expect(unread.irradiance[0] / unit).toBeCloseTo(1000, 3);
  });

  it('go along with an animation and leave the measure as it is', async () => {
    const glb = makeLit([lamp, lamp], [withLight(0, { translation: [8, 0, 0] }), withLight(1)], [1, 2]);
    const still = await read(glb);
    const moved = await read(glb, { pose: { clip: 0, seconds: 0 } });
    expect(still.map(({ position }) => position[0])).toContain(8);
    expect(moved.map(({ position }) => position[0])).toContain(20);
    expect(moved.map(({ irradiance }) => irradiance)).toEqual(still.map(({ irradiance }) => irradiance));
  });

  it('shine from a node once for each, not from hidden ones, and not from nodes outside the scene', async () => {
    const nodes = [
      withLight(0, { translation: [8, 0, 0] }),
      withLight(0, { translation: [0, 8, 0] }),
      withLight(0),
    ];
    const glb = makeLit([lamp], nodes, [1, 2]);
    const both = await read(glb);
    expect(both).toHaveLength(2);
    const one = await read(glb, { hiddenNodes: [2] });
    expect(one).toEqual(both.filter(({ position }) => position[0] === 8));
  });

  it('are off in a group that is hidden', async () => {
    const glb = makeLit([lamp], [withLight(0), { children: [1] }], [2]);
    expect(await read(glb)).toHaveLength(1);
    expect(await read(glb, { hiddenNodes: [2] })).toEqual([]);
  });

  it(`are the ${FILE_LIGHTS_MAX} brightest where there are more`, async () => {
    const lights = Array.from({ length: 40 }, (_, i) => ({ type: 'point', intensity: 1 + i }));
    const found = await read(
      makeLit(
        lights,
        lights.map((_, i) => withLight(i)),
        lights.map((_, i) => i + 1),
      ),
    );
    expect(found).toHaveLength(FILE_LIGHTS_MAX);
    const dimmest = Math.min(...found.map(({ irradiance }) => irradiance[0]));
    const brightest = Math.max(...found.map(({ irradiance }) => irradiance[0]));
    expect(brightest / dimmest).toBeCloseTo(40 / 25, 6);
  });

  it('may say anything: what is no light is left out, and numbers stay within bounds', async () => {
    const lights = [
      { type: 'laser' },
      { type: 'point', intensity: -3 },
      { type: 'point', intensity: 'bright', color: [9, -1, 'x'], range: -2 },
      { type: 'spot', intensity: 1e300, color: [9, -1, 1], spot: { innerConeAngle: 4, outerConeAngle: 9 } },
      { type: 'spot', spot: null },
    ];
    const nodes = [...lights.map((_, i) => withLight(i)), withLight(77), withLight(-1)];
    const found = await read(
      makeLit(
        lights,
        nodes,
        nodes.map((_, i) => i + 1),
      ),
    );
    expect(found).toHaveLength(3);
    for (const { irradiance, cone, range } of found) {
      for (const value of [...irradiance, cone?.scale ?? 0, cone?.offset ?? 0]) {
        expect(Number.isFinite(value)).toBe(true);
      }
      for (const value of irradiance) expect(value).toBeGreaterThanOrEqual(0);
      expect(range).toBeGreaterThan(0);
    }
  });
});
