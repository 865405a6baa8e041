import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { RowText } from '../db/dump/load-rows.ts';
import { SetupError } from '../process/setup-error.ts';
import { dumpOf } from './backup-names.ts';
import type { Manifest } from './manifest.ts';
import type { BackupPlace } from './places/place.ts';
import { readExpected } from './read-expected.ts';

/** Rows that are given at once, by their bytes and their number. */
const BATCH_BYTES = 4 * 1024 ** 2;
const BATCH_ROWS = 1_000;
/** PostgreSQL writes no longer value. */
const LINE_MAX_BYTES = 1024 ** 3;
const LINE_FEED = 10;

/**
 * The rows of a table of a backup, some at a time. Each is a list of as many columns as the manifest names.
 *
 * @throws SetupError for a file that is not the one that was written, or has other rows than the manifest says.
 */
export async function* readRows(
  place: BackupPlace,
  folder: string,
  table: Manifest['tables'][number],
): AsyncGenerator<RowText[]> {
  const damaged = () => new SetupError(`The backup is damaged: the rows of ${table.name} are not whole.`);
  let [count, batchBytes] = [0, 0];
  let batch: RowText[] = [];
  for await (const line of readLines(place, folder, table, damaged)) {
    batch.push(readRow(line, table.columns.length) ?? fail(damaged()));
    count += 1;
    batchBytes += line.length;
    if (count > table.rows) throw damaged();
    if (batch.length < BATCH_ROWS && batchBytes < BATCH_BYTES) continue;
    yield batch;
    [batch, batchBytes] = [[], 0];
  }
  if (count !== table.rows) throw damaged();
  if (batch.length > 0) yield batch;
}

/** Never unpacks more than the manifest says. */
async function* readLines(
  place: BackupPlace,
  folder: string,
  table: Manifest['tables'][number],
  damaged: () => SetupError,
): AsyncGenerator<string> {
  const name = `the table ${table.name}`;
  const unpacked = createGunzip();
  const packed = Readable.from(readExpected(place, dumpOf(folder, table.name), name, table));
  packed.on('error', (error) => unpacked.destroy(error));
  let [bytes, pieces, pending] = [0, [] as Buffer[], 0];
  try {
    for await (const chunk of packed.pipe(unpacked) as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > table.textBytes) throw damaged();
      let from = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
        yield Buffer.concat([...pieces, chunk.subarray(from, end)]).toString();
        [pieces, pending, from] = [[], 0, end + 1];
      }
      if (from === chunk.length) continue;
      pieces.push(chunk.subarray(from));
      pending += chunk.length - from;
      if (pending > LINE_MAX_BYTES) throw damaged();
    }
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? damaged() : error;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  if (pieces.length > 0 || bytes !== table.textBytes) throw damaged();
}

function readRow(line: string, columns: number): RowText | null {
  try {
    const row: unknown = JSON.parse(line);
    const isRow =
      Array.isArray(row) &&
      row.length === columns &&
      row.every((value) => value === null || typeof value === 'string');
    return isRow ? (row as RowText) : null;
  } catch {
    return null;
  }
}

function fail(error: Error): never {
  throw error;
}
