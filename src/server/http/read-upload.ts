import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../contract/failure.ts';
import type { Config } from '../config.ts';
import { invalidRequest } from './check-shape.ts';

/** A multipart body of some texts and its file or files. */
interface Form<File> {
  readonly file: File;
  readonly texts: Readonly<Record<string, string>>;
  /** Hash of the texts and the file, for the Idempotency-Key. */
  readonly bodyHash: string;
}
type Upload = Form<UploadedFile>;
interface UploadedFile {
  /** On this machine's disk, as long as the call runs. */
  readonly path: string;
  /** As the sender calls it: for sentences only. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * Brings the body of an upload to the disk, whatever the order of its fields, and forgets it when the work is done.
 *
 * @param field Name of the one file.
 * @throws AppError `upload-too-large`, `file-empty`; `invalid-request` naming fields.
 */
export function withUpload<T>(
  config: Pick<Config, 'dataDir'>,
  request: FastifyRequest,
  part: { readonly field: string; readonly maxBytes: number },
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  return withForm(config, request, part, ({ file, ...rest }) => {
    if (file === null) throw invalidRequest(part.field, 'is missing');
    return work({ file, ...rest });
  });
}

/**
 * As {@link withUpload}, where the file may be left out.
 *
 * @throws AppError `upload-too-large`, `file-empty`; `invalid-request` naming fields.
 */
export function withForm<T>(
  config: Pick<Config, 'dataDir'>,
  request: FastifyRequest,
  { field, maxBytes }: { readonly field: string; readonly maxBytes: number },
  work: (form: Form<UploadedFile | null>) => Promise<T>,
): Promise<T> {
  return withFiles(config, request, { fields: [field], maxBytes }, ({ file: files, ...rest }) =>
    work({ file: files[field] ?? null, ...rest }),
  );
}

/**
 * As {@link withUpload} with several files, each of which may be left out and comes once.
 *
 * @param parts Names of the files, and how large each may be.
 * @throws AppError `upload-too-large`, `file-empty`; `invalid-request` naming fields.
 */
export async function withFiles<T>(
  config: Pick<Config, 'dataDir'>,
  request: FastifyRequest,
  { fields, maxBytes }: { readonly fields: readonly string[]; readonly maxBytes: number },
  work: (form: Form<Readonly<Record<string, UploadedFile>>>) => Promise<T>,
): Promise<T> {
  const folder = join(config.dataDir, 'incoming');
  const texts: Record<string, string> = {};
  const files: Record<string, UploadedFile> = {};
  const paths: string[] = [];
  try {
    // One byte more than a file may have, and one file more than there may be, so that too much is seen.
    const limits = { fileSize: maxBytes + 1, files: fields.length + 1, fields: 20, fieldSize: 64 * 1024 };
    for await (const part of request.parts({ limits })) {
      const { fieldname } = part;
      if (part.type === 'field') {
        if (part.valueTruncated) throw invalidRequest(fieldname, 'is too long');
        texts[fieldname] = String(part.value);
        continue;
      }
      if (!fields.includes(fieldname)) throw invalidRequest(fieldname, 'is not known');
      if (files[fieldname] !== undefined) throw invalidRequest(fieldname, 'comes twice');
      await mkdir(folder, { recursive: true });
      const path = join(folder, randomUUID());
      paths.push(path);
      const name = part.filename || fieldname;
      files[fieldname] = { path, name, ...(await receive(part.file, path, maxBytes)) };
    }
    for (const { name, sizeBytes } of Object.values(files)) {
      if (sizeBytes === 0) throw new AppError({ code: 'file-empty', name });
    }
    return await work({ file: files, texts, bodyHash: hashForm(texts, files, fields) });
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  }
}

/** A form with its first file alone is what a form of one file is. */
function hashForm(
  texts: Readonly<Record<string, string>>,
  files: Readonly<Record<string, UploadedFile>>,
  [first = '', ...others]: readonly string[],
): string {
  const more = others.flatMap((field) => (files[field] === undefined ? [] : [[field, files[field].sha256]]));
  return createHash('sha256')
    .update(JSON.stringify([Object.entries(texts).sort(), files[first]?.sha256, ...more]))
    .digest('hex');
}

async function receive(
  source: AsyncIterable<Uint8Array>,
  path: string,
  maxBytes: number,
): Promise<Pick<UploadedFile, 'sizeBytes' | 'sha256'>> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  async function* measure(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new AppError({ code: 'upload-too-large', maxBytes });
      digest.update(chunk);
      yield chunk;
    }
  }
  await pipeline(measure, createWriteStream(path, { flags: 'wx' }));
  return { sizeBytes, sha256: digest.digest('hex') };
}
