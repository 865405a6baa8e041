import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Compiles the integrator to dist/tracer/kernel.wasm (memory of its own) and kernel-shared.wasm (memory shared between
 * workers). The source is one, so both give the same bits. Does nothing when both are newer than every source.
 */
const root = new URL('..', import.meta.url).pathname;
const sources = join(root, 'src/tracer/kernel');
const target = join(root, 'dist/tracer');
const builds = [
  { file: 'kernel.wasm', flags: ['--enable', 'simd'] },
  {
    file: 'kernel-shared.wasm',
    flags: ['--enable', 'simd,threads', '--sharedMemory', '--maximumMemory', '65536'],
  },
];

const newest = Math.max(
  ...(await Promise.all([
    modified(new URL(import.meta.url).pathname),
    modified(join(sources, 'layout.ts')),
    modified(join(root, 'src/tracer/portable-maths.ts')),
    modified(join(root, 'src/tracer/light/pass-gobo.ts')),
    modified(join(root, 'src/tracer/post/filter-layout.ts')),
    ...(await modifiedIn(join(sources, 'assembly'))),
    ...(await modifiedIn(join(root, 'src/tracer/post/assembly'))),
  ])),
);
const outputs = await Promise.all(builds.map(({ file }) => modified(join(target, file)).catch(() => 0)));
const isCurrent = Math.min(...outputs) > newest && !process.argv.includes('--force');

await mkdir(target, { recursive: true });
// Reading the compiler alone takes longer than most tests that ask for the kernel.
const asc = isCurrent ? null : (await import('assemblyscript/asc')).default;
for (const { file, flags } of asc === null ? [] : builds) {
  // Renamed when whole, so that nobody reads half a file.
  const unfinished = `dist/tracer/${file}.${process.pid}.tmp`;
  const { error, stderr } = await asc.main(
    [
      'src/tracer/kernel/assembly/kernel.ts',
      '--baseDir',
      root,
      '-O3',
      '--converge',
      '--noAssert',
      '--uncheckedBehavior',
      'always',
      '--runtime',
      'stub',
      '--importMemory',
      '--outFile',
      unfinished,
      ...flags,
    ],
    {},
  );
  if (error) {
    console.error(stderr.toString());
    throw error;
  }
  await rename(join(root, unfinished), join(target, file));
}

async function modified(path) {
  return (await stat(path)).mtimeMs;
}

async function modifiedIn(folder) {
  return Promise.all((await readdir(folder)).map((name) => modified(join(folder, name))));
}
