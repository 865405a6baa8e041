import JSZip from 'jszip';
import type { ZipEntry } from '../../../contract/compute-values.ts';
import { AppError } from '../../../contract/failure.ts';

/** What is packed already would grow by packing it again, in nine times the time (measured with JSZip). */
const WORTH_PACKING = /\.(txt|json)$/i;
/** The archive leaves memory in pieces of this size: JSZip's own of 16 KiB would be a write each. */
const PIECE_BYTES = 4 * 1024 ** 2;

/** Where an archive goes, piece by piece. */
interface Sink {
  write(piece: Blob): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** Packs files into one ZIP, see `ComputeApi.writeZip`. */
export async function writeZip(
  entries: readonly ZipEntry[],
  target: FileSystemFileHandle | null,
  progress: Pick<MessagePort, 'postMessage'>,
): Promise<Blob | null> {
  const zip = new JSZip();
  for (const { name, content } of entries) {
    // As bytes: the blobs of Node, where this is tested, are none to JSZip.
    const bytes = typeof content === 'string' ? content : content.arrayBuffer();
    zip.file(name, bytes, {
      compression: WORTH_PACKING.test(name) ? 'DEFLATE' : 'STORE',
      createFolders: false,
    });
  }
  const pieces: Blob[] = [];
  const sink = target === null ? collectIn(pieces) : await openFile(target);
  try {
    await pour(zip, sink, (fraction) => progress.postMessage(fraction));
    await sink.close();
  } catch (error) {
    await sink.abort().catch(() => undefined);
    if (error instanceof DOMException && error.name === 'QuotaExceededError') {
      throw new AppError({ code: 'device-storage-full' }, { cause: error });
    }
    throw error;
  }
  return target === null ? new Blob(pieces, { type: 'application/zip' }) : null;
}

function collectIn(pieces: Blob[]): Sink {
  return {
    write: async (piece) => void pieces.push(piece),
    close: async () => undefined,
    abort: async () => undefined,
  };
}

async function openFile(target: FileSystemFileHandle): Promise<Sink> {
  const file = await target.createWritable();
  return {
    write: (piece) => file.write(piece),
    close: () => file.close(),
    abort: () => file.abort(),
  };
}

/** No faster than the sink takes it. */
function pour(zip: JSZip, sink: Sink, onProgress: (fraction: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let waiting: Uint8Array<ArrayBuffer>[] = [];
    let waitingBytes = 0;
    const stream = zip.generateInternalStream({ type: 'uint8array' });
    const flush = (fraction: number): Promise<void> => {
      const piece = new Blob(waiting);
      waiting = [];
      waitingBytes = 0;
      return sink.write(piece).then(() => onProgress(fraction));
    };
    stream
      .on('data', (chunk, { percent }) => {
        waiting.push(chunk as Uint8Array<ArrayBuffer>);
        waitingBytes += chunk.byteLength;
        if (waitingBytes < PIECE_BYTES) return;
        stream.pause();
        flush(percent / 100).then(() => stream.resume(), reject);
      })
      .on('error', reject)
      .on('end', () => flush(1).then(resolve, reject))
      .resume();
  });
}
