import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ContentHash } from '../../../contract/ids.ts';
import { withLockFile } from '../../db/with-lock-file.ts';
import { SetupError } from '../../process/setup-error.ts';
import { untilAborted } from '../../process/wait.ts';
import { isBackupName, MAKING, POOL, pooledFile, SUSPECTS } from '../backup-names.ts';
import { expectBytes } from './expect-bytes.ts';
import type { BackupPlace, NoFile, OpenedFile } from './place.ts';
import { PlaceFailure } from './place-failure.ts';
import { syncFolder, syncTree, writeNew } from './write-new.ts';

/** A lock that is not touched for three minutes is taken from its owner. */
const TOUCH_MS = 30_000;

/**
 * Backups in a folder, for us only to read.
 *
 * @param root Absolute. It may come to be by the first backup.
 */
export function createDiskPlace(root: string): BackupPlace {
  const at = (path: string): string => join(root, path);
  /** Folders of stored files that have got new ones. */
  const changed = new Set<string>();

  async function write(path: string, source: string | AsyncIterable<Uint8Array>) {
    await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 });
    return writeNew(at(path), source);
  }

  async function openFile(path: string): Promise<OpenedFile | NoFile> {
    const file = await open(at(path), constants.O_RDONLY | constants.O_NOFOLLOW).catch(explainOpen);
    if (typeof file === 'string') return file;
    const info = await file.stat();
    if (!info.isFile()) {
      await file.close();
      return 'other';
    }
    const chunks = file.createReadStream({ autoClose: false });
    return { bytes: info.size, chunks, close: () => file.close() };
  }

  return {
    address: root,
    addressOf: at,
    below: (name) => createDiskPlace(at(name)),
    async prepare() {
      try {
        await mkdir(at(POOL), { recursive: true, mode: 0o700 });
        await chmod(at(POOL), 0o700);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const sentence = `The folder of backups (${root}) cannot be written (${code}): choose another one.`;
        throw new SetupError(sentence, { cause: error });
      }
    },
    hold(work) {
      const lock = at('.lock');
      return withLockFile(lock, async () => {
        const touching = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => {}), TOUCH_MS);
        return work().finally(() => clearInterval(touching));
      });
    },
    async list() {
      const names = (await namesIn(root)).filter(isBackupName);
      const all = names.map(async (name) => {
        // One that the disk does not give just now is a backup all the same: its files are not to go.
        const stamp = await stat(at(name)).then(
          ({ mtimeMs }) => String(mtimeMs),
          (error: unknown) => (isNotThere(error) ? null : ''),
        );
        // Removed meanwhile.
        return stamp === null ? [] : [{ name, stamp }];
      });
      return (await Promise.all(all)).flat();
    },
    async begin(name) {
      const folder = `${MAKING}${name}`;
      await mkdir(at(folder), { mode: 0o700 });
      return folder;
    },
    async finish(folder, name) {
      await rm(at(incomingOf(folder)), { recursive: true, force: true });
      for (const one of [...changed, at(POOL)]) await syncFolder(one);
      changed.clear();
      await syncTree(at(folder));
      await rename(at(folder), at(name));
      await syncFolder(root);
    },
    discard: (folder) => rm(at(folder), { recursive: true, force: true }),
    async removeUnfinished() {
      const left = (await readdir(root)).filter((name) => name.startsWith(MAKING));
      for (const name of left) await rm(at(name), { recursive: true });
    },
    async remove(name) {
      // Killed in between, it is none any more.
      await rename(at(name), at(`${MAKING}${name}`));
      await rm(at(`${MAKING}${name}`), { recursive: true });
    },
    write,
    async addFile(folder, hash, source, signal) {
      const incoming = `${incomingOf(folder)}/${hash}`;
      try {
        const written = await write(incoming, untilAborted(source, signal));
        const kept = expectBytes(await openFile(incoming), `the file ${hash}`, written);
        for await (const _ of untilAborted(kept, signal));
        const target = at(pooledFile(hash));
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(at(incoming), target);
        changed.add(dirname(target));
        return written;
      } catch (error) {
        await rm(at(incoming), { force: true });
        throw error;
      }
    },
    async *listFiles() {
      for (const folder of (await namesIn(at(POOL))).sort()) {
        const names = (await namesIn(at(`${POOL}/${folder}`))).sort();
        const hashes = names.filter((name) => ContentHash.safeParse(name).success);
        const sizes = await Promise.all(
          hashes.map(async (hash) => (await lstat(at(`${POOL}/${folder}/${hash}`)).catch(() => null))?.size),
        );
        for (const [index, hash] of hashes.entries()) yield { hash, bytes: sizes[index] ?? 0 };
      }
    },
    async removeFiles(hashes) {
      for (const hash of hashes) await rm(at(pooledFile(hash)), { force: true });
    },
    async addSuspects(hashes) {
      if (hashes.length > 0) await mkdir(at(SUSPECTS), { recursive: true, mode: 0o700 });
      for (const hash of hashes) await writeFile(at(`${SUSPECTS}/${hash}`), '', { mode: 0o600 });
    },
    listSuspects: async () => new Set(await namesIn(at(SUSPECTS))),
    async removeSuspects(hashes) {
      for (const hash of hashes) await rm(at(`${SUSPECTS}/${hash}`), { force: true });
    },
    open: openFile,
    close() {},
  };
}

/** Of a backup that is being made: files that are not whole yet. */
const incomingOf = (folder: string): string => `${folder}/incoming`;

/**
 * Names in a folder; none where it is not there.
 *
 * @throws PlaceFailure where the disk says something else of it: then nobody knows.
 */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isNotThere(error)) return [];
    const { code } = error as NodeJS.ErrnoException;
    throw new PlaceFailure('folder', `The folder ${folder} cannot be read (${code}).`, { cause: error });
  });
}

const isNotThere = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));

function explainOpen(error: NodeJS.ErrnoException): NoFile {
  if (isNotThere(error)) return 'missing';
  if (error.code === 'ELOOP') return 'other';
  throw error;
}
