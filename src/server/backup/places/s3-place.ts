import { createHash } from 'node:crypto';
import { ContentHash } from '../../../contract/ids.ts';
import { createMutex } from '../../process/mutex.ts';
import { untilAborted } from '../../process/wait.ts';
import { openS3Client } from '../../storage/s3-client.ts';
import type { S3Settings } from '../../storage/s3-storage.ts';
import { BEFORE_MIGRATIONS, isBackupName, MAKING, POOL, pooledFile, SUSPECTS } from '../backup-names.ts';
import { expectBytes } from './expect-bytes.ts';
import { explainStore } from './explain-store.ts';
import type { BackupPlace, WrittenFile } from './place.ts';
import { openObjects } from './s3-objects.ts';

/** Objects on the way at once: with the parts that fill, 96 MiB in all. */
const SENT_AT_ONCE = 4;
const UNFINISHED = 'This backup is being made or removed: it is none.\n';
const SUSPECT = 'This file was not what was written: the next backup writes it anew.\n';

/**
 * Backups below a prefix of a bucket, laid out as in a folder. Nothing can be renamed there: while a backup is made or
 * removed, an object `.making-NAME` beside its folder says that it is none.
 *
 * @param settings Of the bucket. @param prefix Empty, or ends with a slash.
 */
export function createS3Place(settings: S3Settings, prefix: string): BackupPlace {
  const client = openS3Client(settings);
  return { ...placeBelow(client, settings, prefix), close: () => client.destroy() };
}

function placeBelow(
  client: ReturnType<typeof openS3Client>,
  settings: S3Settings,
  prefix: string,
): BackupPlace {
  const address = `s3://${settings.bucket}/${prefix}`.replace(/\/$/, '');
  const objects = openObjects(client, settings.bucket, prefix, (error) =>
    explainStore(error, { address, ...settings }),
  );
  const lanes = Array.from({ length: SENT_AT_ONCE }, createMutex);
  let next = 0;

  async function write(key: string, source: string | AsyncIterable<Uint8Array>): Promise<WrittenFile> {
    const digest = createHash('sha256');
    let bytes = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of typeof source === 'string' ? [Buffer.from(source)] : source) {
        digest.update(chunk);
        bytes += chunk.byteLength;
        yield chunk;
      }
    }
    await lanes[next++ % lanes.length]?.(() => objects.put(key, counted()));
    return { bytes, sha256: digest.digest('hex') };
  }
  const open = async (path: string) => (await objects.open(path)) ?? ('missing' as const);
  async function removeFolder(name: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of objects.listBelow(`${name}/`)) keys.push(key);
    await objects.remove(keys);
    await objects.remove([`${MAKING}${name}`]);
  }

  const isSuspect = async (hash: string): Promise<boolean> => {
    for await (const _ of objects.listBelow(`${SUSPECTS}/${hash}`)) return true;
    return false;
  };

  return {
    address,
    addressOf: (name) => `${address}/${name}`,
    below: (name) => placeBelow(client, settings, `${prefix}${name}/`),
    // Says at once what is wrong with the bucket or the keys.
    prepare: async () => void (await objects.listTop()),
    // Programs of one instance take turns by its database, see `run-recorded.ts`.
    hold: (work) => work(),
    async list() {
      const { folders, keys } = await objects.listTop();
      const unfinished = new Set(keys);
      const names = folders.filter((name) => isBackupName(name) && !unfinished.has(`${MAKING}${name}`));
      return names.map((name) => ({ name, stamp: '' }));
    },
    async begin(name) {
      await objects.putText(`${MAKING}${name}`, UNFINISHED);
      return name;
    },
    finish: (_, name) => objects.remove([`${MAKING}${name}`]),
    discard: removeFolder,
    async removeUnfinished() {
      const { keys } = await objects.listTop();
      const names = keys.filter((key) => key.startsWith(MAKING)).map((key) => key.slice(MAKING.length));
      for (const name of names.filter(isBackupName)) await removeFolder(name);
      await objects.abortUploads((key) => !key.startsWith(`${BEFORE_MIGRATIONS}/`));
    },
    async remove(name) {
      await objects.putText(`${MAKING}${name}`, UNFINISHED);
      await removeFolder(name);
    },
    write,
    async addFile(_, hash, source, signal) {
      const key = pooledFile(hash);
      const written = await write(key, untilAborted(source, signal));
      try {
        const kept = expectBytes(await open(key), `the file ${hash}`, written);
        for await (const _ of untilAborted(kept, signal));
      } catch (error) {
        // One that is written anew is in other backups, and as good as it was.
        if (!(await isSuspect(hash).catch(() => true))) await objects.remove([key]).catch(() => {});
        throw error;
      }
      return written;
    },
    async *listFiles() {
      for await (const { key, bytes } of objects.listBelow(`${POOL}/`)) {
        const [, hash = ''] = /^files\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key) ?? [];
        if (ContentHash.safeParse(hash).success) yield { hash, bytes };
      }
    },
    removeFiles: (hashes) => objects.remove(hashes.map(pooledFile)),
    async addSuspects(hashes) {
      for (const hash of hashes) await objects.putText(`${SUSPECTS}/${hash}`, SUSPECT);
    },
    async listSuspects() {
      const hashes = new Set<string>();
      for await (const { key } of objects.listBelow(`${SUSPECTS}/`))
        hashes.add(key.slice(SUSPECTS.length + 1));
      return hashes;
    },
    removeSuspects: (hashes) => objects.remove(hashes.map((hash) => `${SUSPECTS}/${hash}`)),
    open,
    close() {},
  };
}
