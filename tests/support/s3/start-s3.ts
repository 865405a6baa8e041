import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../../src/server/storage/s3-storage.ts';
import { type Child, startChild } from '../child-process.ts';

/** An S3-compatible store (s3rver) in a process of its own, with one empty bucket. */
export interface S3Server {
  readonly settings: S3Settings & { readonly endpoint: string };
  /** What its bucket holds, sorted: uploads in parts that are not finished are not among it. */
  keys(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-s3-'));
  const child = startChild(join(import.meta.dirname, 's3-process.mjs'), { S3_FOLDER: folder });
  const [, port] = await child.line(/ready (\d+)/);
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    settings: {
      bucket: 'vitrine',
      endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    async keys() {
      // Everybody may read its bucket.
      const list = await (await fetch(`${endpoint}/vitrine?list-type=2&max-keys=1000`)).text();
      return [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key ?? '').sort();
    },
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end({ process: running }: Child): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const exited = once(running, 'exit');
  running.kill('SIGKILL');
  await exited;
}
