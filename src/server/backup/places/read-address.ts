import { join, resolve } from 'node:path';
import { SetupError } from '../../process/setup-error.ts';

/** Where backups are. `prefix` is empty or ends with a slash. */
export type PlaceAddress =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

const BUCKET = /^[\w.-]{1,255}$/;
/** Nothing that a person could take for something else. */
const PART = /^[\w !.*'()+@=,-]{1,255}$/;
const PREFIX_MAX_LENGTH = 700;
const HOW = 'nothing was done; write it as s3://bucket/prefix';

/**
 * @param text A folder, or `s3://bucket/prefix`.
 * @param cwd Folder that a person's paths begin in.
 * @throws SetupError, in one sentence.
 */
export function readAddress(text: string, cwd = process.cwd()): PlaceAddress {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]+):\/\/(.*)$/is.exec(text) ?? [];
  if (scheme === undefined) return { kind: 'folder', path: resolve(cwd, text) };
  if (scheme.toLowerCase() !== 's3')
    throw new SetupError(`Backups go into a folder or a bucket, and not to ${scheme}://: ${HOW}.`);
  const [bucket = '', ...parts] = rest.replace(/\/$/, '').split('/');
  if (bucket === '') throw new SetupError(`The address of backups names no bucket: ${HOW}.`);
  // It may hold keys, which nobody should read in a log.
  if (!BUCKET.test(bucket))
    throw new SetupError(`The address of backups has a bucket that cannot be: ${HOW}.`);
  const isWrong = (part: string): boolean => part === '.' || part === '..' || !PART.test(part);
  if (parts.some(isWrong) || parts.join('/').length > PREFIX_MAX_LENGTH)
    throw new SetupError(
      `The prefix in s3://${bucket} has a part that is empty, dots or no plain name: ${HOW}.`,
    );
  return { kind: 's3', bucket, prefix: parts.map((part) => `${part}/`).join('') };
}

/** One way of writing each. */
export function writeAddress(address: PlaceAddress): string {
  if (address.kind === 'folder') return address.path;
  return `s3://${address.bucket}/${address.prefix}`.replace(/\/$/, '');
}

/** What stands directly in a place, as people write it. */
export function addressWithin(address: string, name: string): string {
  return readAddress(address).kind === 's3' ? `${address}/${name}` : join(address, name);
}

/** As {@link readAddress}, of what a person wrote in `cwd`, for another program. */
export function resolveAddress(text: string, cwd: string): string {
  return writeAddress(readAddress(text, cwd));
}
