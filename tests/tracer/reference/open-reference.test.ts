import { expect, test } from 'vitest';
import { addCyclorama, cycloramaMaterial } from '../../../src/tracer/floor/lay-cyclorama.ts';
import { findTextureFrame } from '../../../src/tracer/gltf/find-texture-frame.ts';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { RIG_FRAME, rigPlace } from '../../../src/tracer/light/hang-lights.ts';
import { compose } from '../../../src/tracer/matrix.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { DEFAULT_TRACE_LIMITS, packScene } from '../../../src/tracer/scene/pack-scene.ts';
import type { TracerScene } from '../../../src/tracer/scene.ts';
import { hashSums, mixedScene, readKernel, traceAll } from '../../support/tracer-scenes.ts';
import { openReference } from './open-reference.ts';

test('the kernel and the reference integrator give the same bits for the same rays', () => {
  const scene = mixedScene(32);
  const packed = packScene(scene, buildAcceleration(scene.geometry));
  const kernel = openKernel(readKernel(), packed);
  const reference = openReference(packed);
  const rays = traceAll(kernel, 8);
  expect(traceAll(reference, 8)).toBe(rays);
  expect(rays).toBeGreaterThan(32 * 32 * 8 * 2);
  expect(hashSums(reference)).toBe(hashSums(kernel));
  // Orders that were drawn before would come out otherwise if it changed.
  expect(hashSums(kernel)).toBe('4f3c6d00');
  expect(reference.rejectedSamples()).toBe(0);
});

test('they lay the textures of a moved product alike, and differently from an unmoved one', () => {
  const scene = mixedScene(24);
  const matrix = compose([0.3, -0.2, 0.4], [0.1825742, 0.3651484, 0.5477226, 0.7302967], [1.4, -0.6, 0.9]);
  const acceleration = buildAcceleration(scene.geometry);
  const trace = (changes: Partial<TracerScene>) => {
    const packed = packScene({ ...scene, ...changes }, acceleration);
    const [kernel, reference] = [openKernel(readKernel(), packed), openReference(packed)];
    traceAll(kernel, 4);
    traceAll(reference, 4);
    expect(hashSums(reference)).toBe(hashSums(kernel));
    return hashSums(kernel);
  };
  expect(trace({ textureFrame: findTextureFrame(matrix) })).not.toBe(trace({ textureFrame: null }));
});

test('they lay normal maps and roughness maps alike', () => {
  const scene = mixedScene(24);
  const acceleration = buildAcceleration(scene.geometry);
  const textures = [...scene.textures, ...scene.textures.map((texture) => ({ ...texture, isSrgb: false }))];
  const trace = (maps: { normal: number | null; roughness: number | null }) => {
    const materials = scene.materials.map((material) => {
      const { triplanar } = material;
      return triplanar === null ? material : { ...material, triplanar: { ...triplanar, ...maps } };
    });
    const packed = packScene({ ...scene, textures, materials }, acceleration);
    const [kernel, reference] = [openKernel(readKernel(), packed), openReference(packed)];
    traceAll(kernel, 4);
    traceAll(reference, 4);
    expect(hashSums(reference)).toBe(hashSums(kernel));
    expect(reference.rejectedSamples()).toBe(0);
    return hashSums(kernel);
  };
  const pictures = [
    trace({ normal: null, roughness: null }),
    trace({ normal: 1, roughness: null }),
    trace({ normal: null, roughness: 1 }),
    trace({ normal: 1, roughness: 1 }),
  ];
  expect(new Set(pictures).size).toBe(4);
});

test('they read the same levels of fine textures', () => {
  const scene = mixedScene(24);
  const acceleration = buildAcceleration(scene.geometry);
  const fine = scene.textures.map((texture) => {
    const side = 256;
    const rgba = Uint8Array.from({ length: side * side * 4 }, (_, i) =>
      i % 4 === 3 ? 255 : Math.imul(i >> 2, 0x9e3779b1) >>> 24,
    );
    return { ...texture, widthPx: side, heightPx: side, rgba, isSmooth: true };
  });
  const trace = (textures: TracerScene['textures']) => {
    const packed = packScene({ ...scene, textures }, acceleration);
    const [kernel, reference] = [openKernel(readKernel(), packed), openReference(packed)];
    traceAll(kernel, 4);
    traceAll(reference, 4);
    expect(hashSums(reference)).toBe(hashSums(kernel));
    return hashSums(kernel);
  };
  expect(trace(fine)).not.toBe(trace(scene.textures));
});

test('what the floor mirrors is summed by itself in both, and nothing else changes by it', () => {
  const scene = mixedScene(24);
  const acceleration = buildAcceleration(scene.geometry);
  const whole = openKernel(readKernel(), packScene(scene, acceleration));
  const packed = packScene(scene, acceleration, DEFAULT_TRACE_LIMITS, true);
  const [kernel, reference] = [openKernel(readKernel(), packed), openReference(packed)];
  const later = { x: 0, y: 0, width: 24, height: 24, firstSample: 4, sampleCount: 4, seed: 1 };
  for (const one of [whole, kernel, reference]) {
    traceAll(one, 4);
    one.traceTile(later);
  }
  expect(hashSums(kernel)).toBe(hashSums(whole));
  const { reflection, object, normal } = kernel.accumulation(8);
  expect(reference.accumulation(8).reflection).toEqual(reflection);
  expect(whole.accumulation(8).reflection).toBeUndefined();
  let mirrored = 0;
  for (let i = 0; i < 24 * 24; i++) {
    const own = reflection!.subarray(i * 4, i * 4 + 4);
    if (own[3]! > 0) mirrored++;
    // Where no product is seen, all that is over the floor is its reflection.
    if (normal.subarray(i * 3, i * 3 + 3).some((value) => value !== 0)) continue;
    expect(own).toEqual(object.subarray(i * 4, i * 4 + 4));
  }
  expect(mirrored).toBeGreaterThan(10);
});

test('they trace a band of rows alike, and as the whole picture has it', () => {
  const scene = mixedScene(24);
  const packed = packScene(scene, buildAcceleration(scene.geometry));
  const [kernel, reference] = [openKernel(readKernel(), packed, 8), openReference(packed, 8)];
  const whole = openKernel(readKernel(), packed);
  traceAll(whole, 4);
  for (const one of [kernel, reference]) {
    one.moveTo(11);
    one.traceTile({ x: 0, y: 11, width: 24, height: 8, firstSample: 0, sampleCount: 4, seed: 1 });
  }
  expect(hashSums(reference)).toBe(hashSums(kernel));
  const row = 24 * 4;
  expect(kernel.accumulation(4).object).toEqual(whole.accumulation(4).object.slice(11 * row, 19 * row));
});

test('they light a cyclorama alike, with and without lights, some of them behind a pattern', () => {
  const scene = mixedScene(32);
  const { bounds } = buildAcceleration(scene.geometry);
  const place = rigPlace(bounds);
  const material = scene.materials.length;
  const cyclorama = { distance: 3, radius: 2, place, frame: RIG_FRAME, material };
  const geometry = addCyclorama(scene.geometry, cyclorama, 0);
  const acceleration = { ...buildAcceleration(geometry), bounds };
  const colour = [0.8, 0.7, 0.6] as const;
  const swept: TracerScene = {
    ...scene,
    geometry,
    materials: [...scene.materials, cycloramaMaterial(colour)],
    floor: { y: 0, bounceColour: colour, reflection: 0, cyclorama },
  };
  const softbox = {
    centre: [-4, 9, 8],
    right: [-3, 0, 0],
    up: [0, 1.5, -2],
    radiance: [6, 5, 4],
    isOctagon: false,
  } as const;
  const gobo = { pattern: 'leaves', reach: 8, half: 3 } as const;
  const trace = (lights: NonNullable<TracerScene['lights']>) => {
    const packed = packScene({ ...swept, lights }, acceleration);
    const [kernel, reference] = [openKernel(readKernel(), packed), openReference(packed)];
    expect(traceAll(reference, 8)).toBe(traceAll(kernel, 8));
    expect(hashSums(reference)).toBe(hashSums(kernel));
    expect(reference.rejectedSamples()).toBe(0);
    const { floor } = kernel.accumulation(8);
    // Much of the picture is the cyclorama, and somewhere the product changes its light.
    expect(floor.filter((value, i) => i % 4 === 3 && value === 8).length).toBeGreaterThan(300);
    expect(floor.filter((value, i) => i % 4 === 0 && value < floor[i + 3]!).length).toBeGreaterThan(50);
    return hashSums(kernel);
  };
  const hashes = [
    trace([]),
    trace([softbox]),
    trace([softbox, { ...softbox, centre: [6, 8, 7], gobo }]),
    trace([softbox, { ...softbox, centre: [6, 8, 7], isFlagged: true }]),
  ];
  expect(new Set(hashes).size).toBe(4);
});
