import { z } from 'zod';
import { type Accumulation, planesOf } from '../../tracer/accumulation.ts';
import type { Checkpoint, CheckpointStore } from '../../tracer/checkpoint.ts';
import { SUMS_FOLDER } from './forget-sums.ts';

/** Of one picture: 2048 x 2048 take 369 MB. There are two of it, so that one is whole while the other is written. */
const MAX_BYTES = 400 * 1024 ** 2;
/** Part of what is free on the device that both may take. */
const FREE_SHARE = 4;
/** Begins with a number that is written last: the passes that are done, or 0 in the middle of a write. */
const HEAD_BYTES = 4096;
const PLAN_SAMPLES_MAX = (HEAD_BYTES * 1024) / 2;

const Head = z.object({
  pass: z.number().int().min(1),
  rayCount: z.number().min(0),
  columns: z.number().int().min(1).nullable(),
  planLength: z.number().int().min(0).max(PLAN_SAMPLES_MAX),
  sumBytes: z.number().int().min(1).max(MAX_BYTES),
});

/**
 * Keeps how far an order is in the private file system of this origin, written by this worker alone: 92 MB for a picture of
 * 1024 px.
 *
 * @param name Of the order and of all that decides its pixels: letters, digits and dashes.
 * @param everyMs How long after one the next is due.
 * @returns Null where there is no such file system.
 */
export async function openSums(name: string, everyMs: number): Promise<CheckpointStore | null> {
  const folder = await openFolder();
  if (folder === null) return null;
  await sweep(folder, name);
  let last = performance.now();
  let isFull = false;
  const files = (imageIndex: number): string[] => [0, 1].map((slot) => `${name}-${imageIndex}-${slot}`);
  return {
    isDue: () => !isFull && performance.now() - last >= everyMs,
    async write(imageIndex, checkpoint, sums) {
      const bytes = sumBytes(sums);
      const passes = await Promise.all(files(imageIndex).map((file) => readPass(folder, file)));
      // The older one makes room.
      const slot = (passes[0] ?? 0) <= (passes[1] ?? 0) ? 0 : 1;
      isFull = bytes > MAX_BYTES || !(await hasRoom(bytes));
      try {
        if (!isFull) await write(folder, files(imageIndex)[slot]!, checkpoint, sums);
      } catch {
        // It is drawn all the same.
        isFull = true;
      }
      last = performance.now();
    },
    async read(imageIndex, sums) {
      const found = await Promise.all(
        files(imageIndex).map(async (file) => ({ file, pass: await readPass(folder, file) })),
      );
      for (const { file } of found.filter(({ pass }) => pass > 0).sort((a, b) => b.pass - a.pass)) {
        const kept = await read(folder, file, sums).catch(() => null);
        if (kept !== null) return kept;
        for (const { values } of planesOf(sums)) values.fill(0);
      }
      return null;
    },
  };
}

async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(SUMS_FOLDER, { create: true });
  } catch {
    return null;
  }
}

/** Removes what other orders left behind. */
async function sweep(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  const names: string[] = [];
  for await (const file of folder.keys()) if (!file.startsWith(`${name}-`)) names.push(file);
  // What another tab holds goes with the next order.
  await Promise.all(names.map((file) => folder.removeEntry(file).catch(() => {})));
}

async function hasRoom(bytes: number): Promise<boolean> {
  const { usage = 0, quota } = await navigator.storage.estimate().catch(() => ({}) as StorageEstimate);
  return quota === undefined || 2 * bytes * FREE_SHARE <= quota - usage;
}

function sumBytes(sums: Accumulation): number {
  return planesOf(sums).reduce((bytes, { values }) => bytes + values.byteLength, 0);
}

async function readPass(folder: FileSystemDirectoryHandle, name: string): Promise<number> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile();
    return new DataView(await file.slice(0, 4).arrayBuffer()).getUint32(0);
  } catch {
    return 0;
  }
}

async function write(
  folder: FileSystemDirectoryHandle,
  name: string,
  { pass, rayCount, plan }: Checkpoint,
  sums: Accumulation,
): Promise<void> {
  const handle = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  const put = (bytes: AllowSharedBufferSource, at: number): number => {
    if (handle.write(bytes, { at }) !== bytes.byteLength) throw new Error('the disk is full');
    return at + bytes.byteLength;
  };
  const mark = (value: number): void => {
    const number = new DataView(new ArrayBuffer(4));
    number.setUint32(0, value);
    put(number, 0);
    handle.flush();
  };
  try {
    mark(0);
    const planLength = plan?.samples.length ?? 0;
    const head = { pass, rayCount, columns: plan?.columns ?? null, planLength, sumBytes: sumBytes(sums) };
    const text = new TextEncoder().encode(JSON.stringify(head satisfies z.infer<typeof Head>));
    const size = new DataView(new ArrayBuffer(4));
    size.setUint32(0, text.byteLength);
    put(size, 4);
    put(text, 8);
    let at = plan === null ? HEAD_BYTES : put(plan.samples as Uint16Array<ArrayBuffer>, HEAD_BYTES);
    for (const { values } of planesOf(sums)) at = put(values as Float32Array<ArrayBuffer>, at);
    handle.truncate(at);
    handle.flush();
    mark(pass);
  } finally {
    handle.close();
  }
}

/** @returns Null for a file that is not of such sums. */
async function read(
  folder: FileSystemDirectoryHandle,
  name: string,
  sums: Accumulation,
): Promise<Checkpoint | null> {
  const handle = await (await folder.getFileHandle(name)).createSyncAccessHandle();
  const take = (bytes: AllowSharedBufferSource, at: number): number => {
    if (handle.read(bytes, { at }) !== bytes.byteLength) throw new Error('the file is too short');
    return at + bytes.byteLength;
  };
  try {
    const size = new DataView(new ArrayBuffer(4));
    take(size, 4);
    const text = new Uint8Array(Math.min(HEAD_BYTES - 8, size.getUint32(0)));
    take(text, 8);
    const head = Head.parse(JSON.parse(new TextDecoder().decode(text)));
    if (head.sumBytes !== sumBytes(sums)) return null;
    const samples = new Uint16Array(head.planLength);
    let at = take(samples, HEAD_BYTES);
    for (const { values } of planesOf(sums)) at = take(values as Float32Array<ArrayBuffer>, at);
    const { pass, rayCount, columns } = head;
    return { pass, rayCount, plan: columns === null ? null : { columns, samples } };
  } finally {
    handle.close();
  }
}
