import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type BufferGeometry, PlaneGeometry, SphereGeometry } from 'three';
import { PLANES } from '../../src/tracer/accumulation.ts';
import { DEFAULT_MATERIAL } from '../../src/tracer/gltf/read-materials.ts';
import type { Kernel } from '../../src/tracer/kernel/kernel.ts';
import { openKernel } from '../../src/tracer/kernel/open-kernel.ts';
import { type Acceleration, buildAcceleration } from '../../src/tracer/scene/build-acceleration.ts';
import { DEFAULT_TRACE_LIMITS, packScene, type TraceLimits } from '../../src/tracer/scene/pack-scene.ts';
import type { SceneGeometry, SceneMaterial, Sky, TracerScene } from '../../src/tracer/scene.ts';

const root = new URL('../../', import.meta.url).pathname;

/** A compiled kernel, built when its source is newer. */
export function readKernel(file: 'kernel.wasm' | 'kernel-shared.wasm' = 'kernel.wasm'): Uint8Array {
  execFileSync(process.execPath, [`${root}scripts/build-tracer.mjs`], { cwd: root });
  return readFileSync(`${root}dist/tracer/${file}`);
}

/** A white dielectric, changed as a test needs. */
export function sceneMaterial(changes: Partial<SceneMaterial> = {}): SceneMaterial {
  return { ...DEFAULT_MATERIAL, metalness: 0, roughness: 0.5, ...changes };
}

/** One soup of several parts; part i takes material i unless `materialOf` says otherwise. */
export function soup(parts: readonly BufferGeometry[], materialOf = parts.map((_, i) => i)): SceneGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  const materials: number[] = [];
  parts.forEach((part, i) => {
    const first = positions.length / 3;
    for (const x of part.getAttribute('position').array) positions.push(x);
    for (const x of part.getAttribute('normal').array) normals.push(x);
    for (const x of part.getAttribute('uv').array) uvs.push(x);
    for (const n of part.getIndex()!.array) indices.push(n + first);
    for (let t = 0; t < part.getIndex()!.count / 3; t++) materials.push(materialOf[i]!);
  });
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    tangents: null,
    uv0: Float32Array.from(uvs),
    uv1: new Float32Array(uvs.length),
    colours: null,
    indices: Uint32Array.from(indices),
    materialOfTriangle: Uint16Array.from(materials),
  };
}

/** The same radiance from everywhere. */
export function uniformSky(radiance = 1): Sky {
  return { widthPx: 32, heightPx: 16, radiance: new Float32Array(32 * 16 * 3).fill(radiance) };
}

/** A dim dome with a bright patch: a hard case for either estimator alone. */
export function softboxSky(): Sky {
  const [widthPx, heightPx] = [64, 32];
  const radiance = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const value = x > 36 && x < 46 && y > 6 && y < 12 ? 12 : 0.5 * (1 - y / 48);
      radiance.set([value, value * 0.95, value * 0.85], (y * widthPx + x) * 3);
    }
  }
  return { widthPx, heightPx, radiance };
}

/** A unit sphere and a camera that sees nothing else, under a white sky without a floor. */
export function sphereScene(changes: Partial<SceneMaterial>, sizePx = 16): TracerScene {
  return {
    geometry: soup([new SphereGeometry(1, 128, 96)]),
    materials: [sceneMaterial(changes)],
    textures: [],
    textureFrame: null,
    sky: uniformSky(),
    floor: { y: Number.NEGATIVE_INFINITY, bounceColour: [0, 0, 0], reflection: 0 },
    camera: {
      position: [0, 0, 6],
      target: [0, 0, 0],
      up: [0, 1, 0],
      fovDegrees: 12,
      widthPx: sizePx,
      heightPx: sizePx,
    },
  };
}

/** Many materials, textures, glass and a floor: something of everything the integrator draws. */
export function mixedScene(sizePx = 48): TracerScene {
  const sphere = (x: number, y: number, z: number, radius = 1) =>
    new SphereGeometry(radius, 32, 24).translate(x, y, z);
  const slot = { texture: 0, uvSet: 0, transform: [4, 0, 0, 2, 0.1, 0.2] } as const;
  return {
    geometry: soup([
      sphere(-2.2, 1, 0),
      sphere(0, 1, 0),
      sphere(2.2, 1, 0),
      sphere(-1.1, 1, 1.9, 0.8),
      sphere(1.1, 1, 1.9, 0.8),
      new PlaneGeometry(3, 1.5).translate(0, 2.6, -1),
    ]),
    materials: [
      sceneMaterial({ baseColour: [0.9, 0.6, 0.3], metalness: 1, roughness: 0.25, metalRoughMap: slot }),
      sceneMaterial({
        transmission: 1,
        thickness: 1,
        roughness: 0.1,
        attenuationDistance: 1,
        attenuationColour: [0.3, 0.8, 0.6],
      }),
      sceneMaterial({
        baseColourMap: slot,
        sheenColour: [0.6, 0.4, 0.5],
        sheenRoughness: 0.4,
        roughness: 0.9,
        normalMap: slot,
      }),
      sceneMaterial({
        clearcoat: 1,
        clearcoatRoughness: 0.1,
        triplanar: {
          texture: 0,
          tileSize: 0.7,
          rotationRadians: 0.6,
          bumpHeight: 0.02,
          normal: null,
          roughness: null,
        },
      }),
      sceneMaterial({ transmission: 0.9, roughness: 0.2, baseColour: [0.9, 0.95, 1], emissive: [0.1, 0, 0] }),
      sceneMaterial({ baseColourMap: slot, alphaMode: 'blend', alpha: 0.7, isDoubleSided: true }),
    ],
    textures: [
      {
        widthPx: 16,
        heightPx: 16,
        rgba: Uint8Array.from({ length: 1024 }, (_, i) => (i * 73 + ((i >> 4) % 7) * 31) & 255),
        isSrgb: true,
        wrapS: 'repeat',
        wrapT: 'mirror',
        isSmooth: true,
      },
    ],
    textureFrame: null,
    sky: softboxSky(),
    floor: { y: 0, bounceColour: [0.6, 0.55, 0.5], reflection: 0.5 },
    camera: {
      position: [0, 3.5, 9],
      target: [0, 1, 0],
      up: [0, 1, 0],
      fovDegrees: 34,
      widthPx: sizePx,
      heightPx: sizePx,
    },
  };
}

/** Packs and opens a scene in the kernel. */
export function openScene(
  wasm: Uint8Array,
  scene: TracerScene,
  limits: Partial<TraceLimits> = {},
  acceleration: Acceleration = buildAcceleration(scene.geometry),
): Kernel {
  const packed = packScene(scene, acceleration, { ...DEFAULT_TRACE_LIMITS, ...limits });
  return openKernel(wasm, packed);
}

/** Traces every pixel of a picture. */
export function traceAll(kernel: Kernel, sampleCount: number, seed = 1): number {
  const { widthPx: width, heightPx: height } = kernel.accumulation(sampleCount);
  return kernel.traceTile({ x: 0, y: 0, width, height, firstSample: 0, sampleCount, seed });
}

/** 32-bit FNV hash of all sums. */
export function hashSums(kernel: Kernel): string {
  const sums = kernel.accumulation(1);
  let hash = 2166136261;
  for (const [name] of PLANES) {
    const plane = sums[name];
    const bits = new Uint32Array(plane.buffer, plane.byteOffset, plane.length);
    for (const word of bits) hash = Math.imul(hash ^ word, 16777619);
  }
  return (hash >>> 0).toString(16);
}

/** Mean of the object layer's red over the picture, and its standard error over seeds. Nothing is clamped. */
export function measureRed(
  wasm: Uint8Array,
  scene: TracerScene,
  samples: number,
  limits: Partial<TraceLimits> = {},
): { readonly mean: number; readonly error: number } {
  const kernel = openScene(wasm, scene, { indirectClamp: 1e9, ...limits });
  const means = Array.from({ length: 16 }, (_, seed) => {
    kernel.clear();
    traceAll(kernel, samples, seed);
    const { object } = kernel.accumulation(samples);
    let sum = 0;
    for (let i = 0; i < object.length; i += 4) sum += object[i] ?? 0;
    return sum / samples / (object.length / 4);
  });
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (means.length - 1);
  return { mean, error: Math.sqrt(variance / means.length) };
}
