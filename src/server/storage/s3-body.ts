import { PassThrough, type Readable } from 'node:stream';
import { readS3Failure, StoreAway, tellS3 } from './s3-failures.ts';

/**
 * An object as it is read. Where the store breaks off, or is silent while somebody waits for it, the stream ends with what
 * {@link tellS3} says of that; a reader who takes their time is waited for.
 */
export function followBody(body: Readable, silenceMs: number): Readable {
  const told = new PassThrough();
  let heardAt = performance.now();
  const listen = (): void => {
    // The reader has not taken what is there: nothing is waited for.
    if (told.writableNeedDrain) heardAt = performance.now();
    const left = heardAt + silenceMs - performance.now();
    if (left > 0) timer = setTimeout(listen, left);
    else told.destroy(new StoreAway(`the store of files does not answer: silent for ${silenceMs} ms`));
  };
  let timer = setTimeout(listen, silenceMs);
  body.on('data', () => {
    heardAt = performance.now();
  });
  // All of it is there: what follows is the reader's.
  body.on('end', () => clearTimeout(timer));
  body.on('error', (error) => told.destroy(tellS3(error)));
  // Where the connection ends in the middle, it may say no more than that it is closed.
  body.on('close', () => {
    if (!body.readableEnded) told.destroy(tellS3(new Error('the connection ended in the middle of a file')));
  });
  told.on('close', () => {
    clearTimeout(timer);
    body.destroy();
  });
  return body.pipe(told);
}

/** Waits for the beginning of an answer, for so long. */
export async function awaitAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  silenceMs: number,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), silenceMs);
  try {
    return await ask(late.signal);
  } catch (error) {
    if (late.signal.aborted && readS3Failure(error).status === 0)
      throw new StoreAway(`the store of files does not answer: silent for ${silenceMs} ms`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
