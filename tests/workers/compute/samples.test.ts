import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { NamedFile, PackedModel } from '../../../src/contract/compute-values.ts';
import { AppError } from '../../../src/contract/failure.ts';
import type { ModelInspection } from '../../../src/contract/model-report.ts';
import { inspectModel } from '../../../src/workers/compute/gltf/inspect-model.ts';
import { packModel } from '../../../src/workers/compute/pack/pack-model.ts';
import { BESIDE_SAMPLES, BROKEN_SAMPLES } from '../../support/broken-samples.ts';
import { openDecoders } from '../../support/tiny-model.ts';

const SAMPLES = join(import.meta.dirname, '../../../../shared/samples');
const hasSamples = existsSync(SAMPLES);

interface Sample {
  readonly dest: string;
  readonly files?: readonly string[];
  readonly stats?: {
    readonly tris: number;
    readonly materials: number;
    readonly min: readonly number[];
    readonly max: readonly number[];
  };
}

const samples: Sample[] = hasSamples ? JSON.parse(readFileSync(join(SAMPLES, 'manifest.json'), 'utf8')) : [];
const models = samples.filter(({ dest }) => /^(glb|gltf|obj)\//.test(dest));

/** three.js, which counted for the manifest, makes a material for each way to draw; the file has none. */
const MATERIALS: Readonly<Record<string, number>> = { 'gltf/MeshPrimitiveModes/MeshPrimitiveModes.gltf': 1 };
/** Files that are named and do not exist. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  'obj/quirks/mtl filename with whitespace issue46.obj': [
    'invalid-file-without-spaces.mtl',
    'invalid file with spaces.mtl',
    'mtl filename with whitespace issue46.mtl',
  ],
};

/** The files of a sample as if its folder had been dropped. */
async function readFiles({ dest, files }: Sample): Promise<NamedFile[]> {
  const paths = files ?? [dest];
  return Promise.all(
    paths.map(async (path) => ({
      path: relative(dirname(dest), path),
      file: await openAsBlob(join(SAMPLES, path)),
    })),
  );
}

const opening = openDecoders();
const decoders = {
  draco: async () => (await opening).draco,
  meshopt: async () => (await opening).meshopt,
};

async function open(files: readonly NamedFile[]): Promise<{ packed: PackedModel; report: ModelInspection }> {
  const packed = await packModel(files);
  return { packed, report: await inspectModel(packed.glb, decoders) };
}

test.skipIf(!hasSamples).each(models.map((sample) => [sample.dest, sample] as const))(
  '%s has the triangles, bounds and materials of its manifest',
  { timeout: 300_000 },
  async (_name, sample) => {
    const { packed, report } = await open(await readFiles(sample));
    const { tris = 0, materials = 0, min = [], max = [] } = sample.stats ?? {};
    expect(report.triangleCount).toBe(tris);
    expect(report.materials.length).toBe(MATERIALS[sample.dest] ?? materials);
    const size = Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)));
    for (const [corner, expected] of [
      [report.bounds.min, min],
      [report.bounds.max, max],
    ]) {
      for (const [axis, value] of (expected ?? []).entries()) {
        // The manifest has four digits.
        const tolerance = size * 1e-3 + Math.abs(value) * 5e-4;
        expect(Math.abs((corner?.[axis] ?? 0) - value)).toBeLessThan(tolerance);
      }
    }
    expect(packed.ambiguous).toEqual([]);
    const missing = report.warnings.flatMap((warning) =>
      warning.kind === 'missing-file' ? [warning.uri] : [],
    );
    expect(missing).toEqual(MISSING[sample.dest] ?? []);
  },
);

async function describeOutcome(files: readonly NamedFile[]): Promise<unknown> {
  try {
    const { report } = await open(files);
    expect([...report.bounds.min, ...report.bounds.max].every(Number.isFinite)).toBe(true);
    const warnings = report.warnings.map((warning) => {
      const { kind, ...rest } = warning;
      if (kind === 'broken-faces') return `${kind} ${warning.count}`;
      const name =
        'uri' in rest ? rest.uri : 'feature' in rest ? rest.feature : 'name' in rest ? rest.name : '';
      return `${kind} ${name || ('materials' in rest ? `of ${rest.materials?.join()}` : '')}`;
    });
    return { triangles: report.triangleCount, ...(warnings.length > 0 ? { warnings } : {}) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { failure } = error;
    if (failure.code === 'model-incomplete') return `${failure.code} ${failure.missing[0]?.uri}`;
    return 'details' in failure ? failure.details : failure.code;
  }
}

test.skipIf(!hasSamples)(
  'every damaged file opens or is refused with a reason, and nothing of it stays',
  { timeout: 300_000 },
  async () => {
    const folder = join(SAMPLES, 'broken');
    const names = readdirSync(folder).filter((name) => /\.(glb|gltf|obj)$/.test(name));
    expect(names.sort()).toEqual(Object.keys(BROKEN_SAMPLES).sort());
    for (const [name, expected] of Object.entries(BROKEN_SAMPLES)) {
      const paths = [name, ...(name in BESIDE_SAMPLES ? [BESIDE_SAMPLES[name] ?? ''] : [])];
      const files = await Promise.all(
        paths.map(async (path) => ({ path, file: await openAsBlob(join(folder, path)) })),
      );
      const outcome = await describeOutcome(files);
      if (typeof expected === 'string')
        expect(String(outcome).slice(0, expected.length), name).toBe(expected);
      else expect(outcome, name).toEqual(expected);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);
