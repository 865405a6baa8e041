import type { ZipEntry } from '../../contract/compute-values.ts';
import type { OpenWorkers } from '../../workers/open.ts';

/** `ComputeApi.writeZip` with a function for its progress. */
export async function zipFiles(
  { compute }: Pick<OpenWorkers, 'compute'>,
  entries: readonly ZipEntry[],
  target: FileSystemFileHandle | null,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<number>) => onProgress(data);
  try {
    return await compute(signal).writeZip(entries, target, port2);
  } finally {
    port1.close();
  }
}
