import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { z } from 'zod';
import type { CategoryBody } from '../../src/contract/http/libraries.ts';
import { bundleEntry, type Child, makeSmallRoot, startChild } from '../support/child-process.ts';
import { flatPicture, writeFlatPng } from '../support/pictures.ts';
import { deflateZeros, writeZip, zipEntry } from '../support/zip-file.ts';

const BROKEN = join(import.meta.dirname, '../../../shared/samples/broken');
const MAX_BYTES = 400 * 1024 ** 2;

let folder: string;
let server: Child;
let url: string;
let headers: { authorization: string };
beforeAll(async () => {
  const main = await bundleEntry('src/server/main.ts');
  folder = await mkdtemp(join(tmpdir(), 'vitrine-memory-'));
  await makeSmallRoot(folder);
  const environment = {
    DATA_DIR: join(folder, 'data'),
    STATE_DIR: join(inject('postgresDir'), 'state'),
    PORT: '0',
    ROLE: 'api',
    RATE_LIMIT_FACTOR: '0',
  };
  server = startChild(main, environment, { cwd: folder });
  [, url = ''] = await server.line(/^Vitrine is ready: (http:\/\/localhost:\d+)\/$/m);
  const body = { name: 'Ada', email: 'ada@example.com', password: 'a long password' };
  const answer = await fetch(`${url}/api/users/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  headers = { authorization: `Bearer ${token}` };
});
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true, force: true });
});

async function upload(path: string, field: string, bytes: Uint8Array, texts: Record<string, string>) {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set(field, new Blob([new Uint8Array(bytes)]), 'file.bin');
  const answer = await fetch(url + path, { method: 'POST', headers, body: form });
  const { code, detail } = (await answer.json()) as { code: string; detail: string };
  return { code, detail };
}
const picture = (bytes: Uint8Array) => upload('/api/material/', 'image', bytes, { name: 'x' });

/** Sends a file of that many bytes, made on the way. */
function stream(path: string, texts: string, field: string, sizeBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const type = 'multipart/form-data; boundary=b';
    const call = request(url + path, { method: 'POST', headers: { ...headers, 'content-type': type } });
    call.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => {
        resolve(text);
        call.destroy();
      });
    });
    call.on('error', reject);
    call.write(`${texts}--b\r\nContent-Disposition: form-data; name="${field}"; filename="f"\r\n\r\n`);
    const piece = Buffer.alloc(1024 ** 2, 'x');
    let left = sizeBytes;
    const write = (): void => {
      while (left > 0 && !call.destroyed) {
        left -= piece.length;
        if (!call.write(piece)) {
          call.once('drain', write);
          return;
        }
      }
      if (!call.destroyed) call.end('\r\n--b--\r\n');
    };
    write();
  });
}

/** The most memory the server ever held. */
async function peakBytes(): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

test.skipIf(!existsSync('/proc/self/status'))(
  'hostile uploads are refused in words, and the server stays below 400 MB',
  async () => {
    // 1. Pictures.
    const before = await peakBytes();
    expect(before).toBeGreaterThan(0);
    for (let time = 0; time < 3; time++) {
      expect(await picture(writeFlatPng(16_384, 16_384))).toMatchObject({ code: 'image-too-large' });
    }
    const samples = existsSync(BROKEN) ? await readdir(BROKEN) : [];
    for (const name of samples) {
      const { detail } = await picture(await readFile(join(BROKEN, name)));
      if (detail !== undefined) expect(detail, name).toMatch(/^\S.*\.$/);
    }
    // One that is as large as may be is taken, and made smaller.
    expect(await picture(writeFlatPng(8_000, 8_000))).toEqual({ code: undefined, detail: undefined });

    // 2. Archives.
    const list = await fetch(`${url}/api/category/?asset_type=material`, { headers });
    const [category] = (await list.json()) as z.infer<typeof CategoryBody>[];
    const archive = (bytes: Uint8Array) =>
      upload('/api/projects/batch-material-upload/', 'zip_file', bytes, { category: String(category?.id) });
    const png = await flatPicture('#336699');
    const zeros = { data: await deflateZeros(300_000_000), sizeBytes: 300_000_000 };
    expect(await archive(writeZip([zipEntry('a.png', png, zeros)]))).toEqual({
      code: 'archive-refused',
      detail: 'The ZIP unpacks to more than 256 MB. Nothing was taken from it.',
    });
    const nothing = {
      code: 'archive-refused',
      detail: 'None of the files in the ZIP can be a material. Nothing was taken from it.',
    };
    // 300 MB that say to be 10 bytes; 5 times 50 MB; pictures of 256 megapixels; paths that lead out.
    expect(await archive(writeZip([zipEntry('a.png', png, { ...zeros, sizeBytes: 10 })]))).toEqual(nothing);
    const large = { data: await deflateZeros(50_000_000), sizeBytes: 50_000_000 };
    expect(await archive(writeZip([1, 2, 3, 4, 5].map((i) => zipEntry(`${i}.png`, png, large))))).toEqual(
      nothing,
    );
    const bomb = zipEntry('', writeFlatPng(16_384, 16_384));
    expect(await archive(writeZip([1, 2, 3].map((i) => ({ ...bomb, name: `${i}.png` }))))).toEqual(nothing);
    expect(await archive(writeZip([zipEntry('../../up.png', png)]))).toEqual(nothing);

    // 3. Files that are longer than may be.
    const field = `--b\r\nContent-Disposition: form-data; name="category"\r\n\r\n${category?.id}\r\n`;
    const zip = await stream('/api/projects/batch-material-upload/', field, 'zip_file', 300 * 1024 ** 2);
    expect(JSON.parse(zip)).toMatchObject({ code: 'upload-too-large' });
    expect(JSON.parse(await stream('/api/style/', '', 'image', 80 * 1024 ** 2))).toMatchObject({
      code: 'upload-too-large',
    });

    expect(await peakBytes()).toBeLessThan(MAX_BYTES);
    expect(await readdir(join(folder, 'data/incoming'))).toEqual([]);
  },
);
