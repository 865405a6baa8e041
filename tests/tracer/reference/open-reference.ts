import type { Kernel, Tile } from '../../../src/tracer/kernel/kernel.ts';
import { sumFloats, sumViews } from '../../../src/tracer/kernel/open-kernel.ts';
import type { PackedScene } from '../../../src/tracer/scene/pack-scene.ts';
import { Aim } from './aim.ts';
import { AreaLights } from './area-lights.ts';
import { Block } from './block.ts';
import { Bsdf } from './bsdf.ts';
import { Cyclorama } from './cyclorama.ts';
import { CycloramaLight } from './cyclorama-light.ts';
import { Diffuse } from './diffuse.ts';
import { FirstSurface } from './first.ts';
import { FloorLight } from './floor.ts';
import { Frames } from './frames.ts';
import { Hit } from './hit.ts';
import { Labels } from './labels.ts';
import { Lamps } from './lamps.ts';
import { Light } from './light.ts';
import { Microfacet } from './microfacet.ts';
import { Path } from './path.ts';
import { PunctualLights } from './punctual-lights.ts';
import { Random } from './random.ts';
import { SampleSums } from './sample.ts';
import { Scatter } from './scatter.ts';
import { Shadow } from './shadow.ts';
import { SkyLight } from './sky.ts';
import { Surface } from './surface.ts';
import { Textures } from './textures.ts';
import { Traversal } from './traverse.ts';
import { Triplanar } from './triplanar.ts';

/**
 * The same integrator in plain TypeScript: what the kernel is tested against, and what draws where WebAssembly SIMD
 * is missing. Gives the kernel's bits, about 5 times slower.
 *
 * @param packed Kept and read, never written.
 * @param rows That have sums at a time.
 */
export function openReference(packed: PackedScene, rows = packed.heightPx): Kernel {
  const { widthPx, splitsReflection } = packed;
  const block = new Block(packed);
  const random = new Random();
  const traversal = new Traversal(block);
  const textures = new Textures(block);
  const hit = new Hit(block, textures, traversal);
  const surface = new Surface(
    hit,
    block,
    textures,
    new Triplanar(textures, block),
    new Labels(hit, textures, block),
  );
  const microfacet = new Microfacet(block);
  const diffuse = new Diffuse(hit, surface);
  const frames = new Frames(hit, surface);
  const bsdf = new Bsdf(diffuse, frames, microfacet, hit, surface);
  const scatter = new Scatter(bsdf, frames, hit, microfacet, random, surface);
  const sky = new SkyLight(random, block);
  const shadow = new Shadow(bsdf, block, hit, surface, traversal);
  const lamps = new Lamps(block, hit, random, surface, traversal);
  const areaLights = new AreaLights(block);
  const punctual = new PunctualLights(block);
  const cyclorama = new Cyclorama(block, hit);
  const cycloramaLight = new CycloramaLight(areaLights, block, cyclorama, hit, random, shadow, sky);
  const light = new Light(
    areaLights,
    bsdf,
    cyclorama,
    cycloramaLight,
    diffuse,
    hit,
    lamps,
    punctual,
    random,
    block,
    shadow,
    sky,
    surface,
  );
  const first = new FirstSurface(block, bsdf, hit, surface);
  const path = new Path(
    areaLights,
    bsdf,
    cyclorama,
    diffuse,
    first,
    hit,
    lamps,
    light,
    random,
    scatter,
    block,
    shadow,
    surface,
    traversal,
  );
  const floor = new FloorLight(
    new Aim(block),
    areaLights,
    scatter,
    lamps,
    light,
    path,
    punctual,
    random,
    block,
    shadow,
    sky,
  );
  const sums = new Float32Array(widthPx * rows * sumFloats(packed));
  const views = sumViews(sums.buffer, 0, widthPx * rows, splitsReflection);
  const samples = new SampleSums(block, random, path, light, first, floor, views);
  return {
    traceTile: (tile: Tile) => {
      shadow.resetRays();
      for (let y = tile.y; y < tile.y + tile.height; y++) {
        for (let x = tile.x; x < tile.x + tile.width; x++) {
          random.startPixel(x, y, tile.seed);
          for (let i = 0; i < tile.sampleCount; i++) {
            random.startSample(tile.firstSample + i);
            samples.trace(x, y, tile.firstSample + i);
          }
          samples.count(x, y, tile.sampleCount);
        }
      }
      return shadow.rays;
    },
    accumulation: (sampleCount) => ({ widthPx, heightPx: rows, sampleCount, ...views }),
    moveTo: (top) => {
      samples.top = top;
    },
    clear: () => {
      sums.fill(0);
    },
    rejectedSamples: () => samples.rejected,
    castRays: (rays, hits) => {
      for (let i = 0; i * 6 < rays.length; i++) {
        const [x, y, z, dx, dy, dz] = rays.subarray(i * 6, i * 6 + 6);
        const found = shadow.cast(x!, y!, z!, dx!, dy!, dz!, true);
        hits[i * 2] = found < 0 ? Infinity : traversal.hitT;
        hits[i * 2 + 1] = found;
      }
    },
  };
}
