import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { BACKGROUND_RECIPES } from './background-recipes.ts';
import { drawIcons } from './icons.ts';
import type { LibraryRow } from './library-row.ts';
import { makeBackground, makeBall, makeMaterial, makeStyle } from './library-row.ts';
import { MATERIAL_RECIPES } from './material-recipes.ts';
import { encodeWebp } from './picture.ts';
import { SAMPLE_PROJECT } from './sample/sample-project.ts';
import { writeSample } from './sample/write-sample.ts';
import { STYLE_RECIPES } from './style-recipes.ts';
import { RIG_PICTURES, traceRig } from './trace-rig.ts';

interface Job {
  readonly kind: LibraryRow['kind'];
  readonly slug: string;
}

/** Makes one item of the library. */
async function makePicture(job: Job, root: string): ReturnType<typeof makeStyle> {
  if (job.kind === 'background')
    return makeBackground(BACKGROUND_RECIPES.find(({ slug }) => slug === job.slug)!);
  const kernel = await readFile(join(root, 'dist/tracer/kernel.wasm'));
  if (job.kind === 'material') {
    const { row, files } = await makeMaterial(MATERIAL_RECIPES.find(({ slug }) => slug === job.slug)!);
    return { row, files: new Map([...files, [row.thumbnailFile, await makeBall(row, files, kernel)]]) };
  }
  return makeStyle(STYLE_RECIPES.find(({ slug }) => slug === job.slug)!, kernel);
}

const RIG_PX = 176;
const RIG_QUALITY = 90;

/** Pictures of what presets of lights make of a thing. */
async function writeRigs(root: string): Promise<void> {
  const kernel = await readFile(join(root, 'dist/tracer/kernel.wasm'));
  const folder = join(root, 'public/rigs');
  await mkdir(folder, { recursive: true });
  for (const name of RIG_PICTURES) {
    const picture = await encodeWebp(await traceRig(name, RIG_PX, kernel), RIG_QUALITY);
    await writeFile(join(folder, `${name}.webp`), picture);
  }
}

/** Builds everything under `content/` and `public/`; pictures on all cores, one job at a time each. */
async function buildContent(root: string, entry: string): Promise<void> {
  const content = join(root, 'content');
  const icons = join(root, 'public/icons');
  for (const folder of ['materials', 'backgrounds', 'styles'])
    await mkdir(join(content, folder), { recursive: true });
  await mkdir(icons, { recursive: true });
  const jobs: Job[] = [
    ...MATERIAL_RECIPES.map(({ slug }): Job => ({ kind: 'material', slug })),
    ...BACKGROUND_RECIPES.map(({ slug }): Job => ({ kind: 'background', slug })),
    ...STYLE_RECIPES.map(({ slug }): Job => ({ kind: 'style', slug })),
  ];
  const rows = new Map<Job, LibraryRow>();
  const waiting = [...jobs];
  const serve = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(entry, { workerData: { root } });
      let current: Job | undefined;
      const next = () => {
        current = waiting.shift();
        if (current) worker.postMessage(current);
        else void worker.terminate().then(() => resolve());
      };
      worker.on('error', reject);
      worker.on('message', ({ row, files }: Awaited<ReturnType<typeof makePicture>>) => {
        if (current) rows.set(current, row);
        const writing = [...files].map(([file, bytes]) => writeFile(join(content, file), bytes));
        Promise.all(writing).then(next, reject);
      });
      next();
    });
  const pictures = Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, serve));
  await writeFile(join(content, 'sample.glb'), await writeSample());
  await writeFile(join(content, 'sample-project.json'), `${JSON.stringify(SAMPLE_PROJECT, null, 2)}\n`);
  for (const [name, bytes] of await drawIcons()) await writeFile(join(icons, name), bytes);
  await pictures;
  await writeRigs(root);
  const library = jobs.map((job) => rows.get(job));
  await writeFile(join(content, 'library.json'), `${JSON.stringify(library, null, 2)}\n`);
}

function hasRoot(data: unknown): data is { readonly root: string } {
  return typeof data === 'object' && data !== null && 'root' in data;
}

if (isMainThread) {
  const [root, entry, part] = process.argv.slice(2);
  if (!root || !entry) throw new Error('Usage: build <project folder> <this file> [rigs]');
  if (part === 'rigs') await writeRigs(root);
  else await buildContent(root, entry);
} else if (hasRoot(workerData)) {
  const { root } = workerData;
  parentPort?.on('message', (job: Job) => {
    void makePicture(job, root).then((made) => parentPort?.postMessage(made));
  });
}
