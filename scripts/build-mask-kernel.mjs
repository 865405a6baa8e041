import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

/**
 * Compiles the mask kernel and writes it where it is committed, as text: 442 bytes are not worth a request, and a worker
 * finds them without a network. Run it after a change of `assembly/binarise.ts`. With `--check` it writes nothing and
 * fails where what is committed is not what the source compiles to.
 */
const folder = join(import.meta.dirname, '../src/workers/compute/pictures');
const target = join(folder, 'mask-kernel-wasm.ts');
const source = await readFile(join(folder, 'assembly/binarise.ts'), 'utf8');

let wasm;
const flags = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--initialMemory',
  '1',
];
const { error, stderr } = await asc.main(['binarise.ts', ...flags, '--outFile', 'kernel.wasm'], {
  readFile: (name) => (name === 'binarise.ts' ? source : null),
  writeFile: (name, contents) => {
    if (name === 'kernel.wasm') wasm = Buffer.from(contents);
  },
  listFiles: () => [],
});
if (error) throw new Error(stderr.toString(), { cause: error });

const text = `/** \`assembly/binarise.ts\`, compiled by \`scripts/build-mask-kernel.mjs\`; base64. */
export const MASK_KERNEL_WASM =
  '${wasm.toString('base64')}';
`;
if (!process.argv.includes('--check')) await writeFile(target, text);
else if ((await readFile(target, 'utf8')) !== text) throw new Error('Run scripts/build-mask-kernel.mjs.');
