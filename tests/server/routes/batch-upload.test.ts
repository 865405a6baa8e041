import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import JSZip from 'jszip';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchUploadBody, LibraryItemBody } from '../../../src/contract/http/libraries.ts';
import { flatPicture, writeFlatPng } from '../../support/pictures.ts';
import { findItem, type RenderServer, startRenderServer } from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { deflateZeros, writeZip, zipEntry } from '../../support/zip-file.ts';

let server: RenderServer;
let png: Uint8Array;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
  png = await flatPicture('#3a6ea5');
});
afterAll(() => server.stop());

async function send(person: Person, zip: Uint8Array | null, changes: Record<string, string> = {}, key = '') {
  const form = new FormData();
  const wood = (await findItem(server, person, 'material', 'walnut')).category.id;
  for (const [name, value] of Object.entries({ category: String(wood), ...changes })) form.set(name, value);
  if (zip !== null) form.set('zip_file', new Blob([new Uint8Array(zip)]), 'pictures.zip');
  const answer = await fetch(`${server.url}/api/projects/batch-material-upload/`, {
    method: 'POST',
    headers: { ...person.headers, 'idempotency-key': key },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}
const own = async (person: Person) =>
  (await server.get<LibraryItemBody[]>(person, '/api/material/'))
    .filter(({ user }) => user !== null)
    .map(({ name }) => name)
    .sort();
const reasons = ({ errors }: Pick<BatchUploadBody, 'errors'>) =>
  Object.fromEntries(errors.map(({ file, error, code }) => [file, `${code}: ${error}`]));

test('every picture of a ZIP becomes a material, from any folder in it, in the chosen category', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const zip = new JSZip();
  zip.file('Oak.png', png);
  zip.folder('stone')?.file('mármol.webp', await flatPicture('#eeeeee', 'webp'));
  zip.file('__MACOSX/._Oak.png', 'resource fork');
  zip.file('.DS_Store', 'x');
  const { status, body } = await send(person, await zip.generateAsync({ type: 'uint8array' }));
  expect(status).toBe(201);
  expect(body).toMatchObject({
    message: '2 materials were added.',
    created: [{ name: 'Oak' }, { name: 'mármol' }],
    errors: [],
  });
  expect(body.created[0]).toMatchObject({
    user: person.session.user.id,
    category: { name: 'Wood' },
    average_colour: expect.stringMatching(/^#3a6[ef]a[56]$/),
  });
  expect(await own(person)).toEqual(['Oak', 'mármol']);
  expect(await own(other)).toEqual([]);
});

test('maps of one material in a ZIP are one item, and a map without use is told', async () => {
  const person = await server.signUp();
  const zip = new JSZip();
  for (const [name, colour] of [
    ['oak_Color.png', '#805030'],
    ['oak_NormalDX.png', '#80c0e0'],
    ['oak_ARM.png', '#ff4080'],
    ['oak_Height.png', '#808080'],
  ] as const) {
    zip.file(`Oak/${name}`, await flatPicture(colour));
  }
  zip.file('Oak/plain.png', png);
  const { body } = await send(person, await zip.generateAsync({ type: 'uint8array' }));
  expect(body.created.map(({ name }: LibraryItemBody) => name)).toEqual(['oak', 'plain']);
  expect(reasons(body)).toMatchObject({
    'Oak/oak_Height.png': expect.stringContaining('a map that materials here do not have'),
  });
  const [{ material }] = body.created as [LibraryItemBody];
  expect(material).toMatchObject({ metalness: 0.5 });
  const means = async (address: string | undefined) => {
    const answer = await fetch(new URL(address ?? '', server.url));
    const { channels } = await sharp(new Uint8Array(await answer.arrayBuffer())).stats();
    return channels.map(({ mean }) => Math.round(mean / 16));
  };
  // Green is turned over, as OpenGL has it; roughness is the green of the packed picture.
  expect(await means(material?.normal?.url)).toEqual([8, 4, 14]);
  expect(await means(material?.roughness_map?.url)).toEqual([4, 4, 4]);
});

test('names are read as the system wrote them that packed them', async () => {
  const person = await server.signUp();
  const oem = Uint8Array.of(0x4d, 0xa0, 0x72, 0x2e, 0x70, 0x6e, 0x67);
  const zip = writeZip([
    zipEntry('', png, { nameBytes: new TextEncoder().encode('Höhe.png') }),
    zipEntry('', png, { nameBytes: oem }),
  ]);
  const { body } = await send(person, zip);
  expect(body.created.map(({ name }: { name: string }) => name)).toEqual(['Höhe', 'Már']);
});

test('each file that is refused is told with its reason, and the others are taken', async () => {
  const person = await server.signUp();
  const inner = writeZip([zipEntry('a.png', png)]);
  const zip = writeZip([
    zipEntry('good.png', png),
    zipEntry('../../etc/passwd.png', png),
    zipEntry('/root/absolute.png', png),
    zipEntry('C:\\windows.png', png),
    zipEntry('a/../../up.png', png),
    zipEntry('link.png', new TextEncoder().encode('/etc/passwd'), { mode: 0o120777 }),
    zipEntry('folder/', new Uint8Array()),
    zipEntry('nested.zip', inner),
    zipEntry('hidden.png', inner),
    zipEntry('locked.png', png, { isEncrypted: true }),
    zipEntry('zeros.png', new Uint8Array(4_000_000)),
    zipEntry('forged.png', new Uint8Array(1_000_000), { sizeBytes: 10 }),
    zipEntry('cut.png', png, { data: zipEntry('', png).data.subarray(0, 20) }),
    // Bits fell over on the way, and it is a picture all the same.
    zipEntry('other.png', png, { sum: 1 }),
    zipEntry('maps/oak_Color.png', png),
    zipEntry('maps/oak_Roughness.png', png, { sum: 1 }),
    zipEntry('empty.png', new Uint8Array()),
    zipEntry('notes.txt', new TextEncoder().encode('read me')),
    zipEntry('logo.svg', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    zipEntry('bomb.png', writeFlatPng(16_384, 16_384)),
    zipEntry(`${'x'.repeat(101)}.png`, png),
  ]);
  const { status, body } = await send(person, zip);
  expect(status).toBe(201);
  expect(body.message).toBe('1 material was added. 18 files were not taken.');
  expect(await own(person)).toEqual(['good']);
  const told = body.errors.map(({ file, reason }: { file: string; reason?: string }) => [file, reason]);
  expect(told).toContainEqual(['nested.zip', 'archive']);
  expect(told).toContainEqual(['notes.txt', undefined]);
  const refused = (name: string, reason: string) =>
    `archive-entry-refused: ${name} was not taken: ${reason}.`;
  const outside = (name: string) => refused(name, 'its path leads out of the archive');
  expect(reasons(body)).toEqual({
    '../../etc/passwd.png': outside('../../etc/passwd.png'),
    '/root/absolute.png': outside('/root/absolute.png'),
    'C:/windows.png': outside('C:/windows.png'),
    'a/../../up.png': outside('a/../../up.png'),
    'link.png': refused('link.png', 'it is a link, not a file'),
    'nested.zip': refused('nested.zip', 'it is an archive inside the archive'),
    'hidden.png': refused('hidden.png', 'it is an archive inside the archive'),
    'locked.png': refused('locked.png', 'it is encrypted, or compressed in a way that cannot be read'),
    'zeros.png': refused('zeros.png', 'it unpacks to far more than a picture can'),
    'forged.png': refused('forged.png', 'its data is damaged'),
    'cut.png': refused('cut.png', 'its data is damaged'),
    'other.png': refused('other.png', 'its data is damaged'),
    'maps/oak_Color.png': refused('maps/oak_Roughness.png', 'its data is damaged'),
    'empty.png': 'file-empty: The file empty.png is empty.',
    'notes.txt': 'image-unreadable: The image notes.txt cannot be read.',
    'logo.svg': 'file-format-unsupported: Files of type svg are not supported.',
    'bomb.png':
      'image-too-large: The image bomb.png has 16384 x 16384 pixels; up to 67 megapixels can be taken.',
    [`${'x'.repeat(101)}.png`]: 'invalid-request: The request is not valid. Check these fields: name.',
  });
});

test('an archive that is none, holds too much or nothing to take is refused whole, in words', async () => {
  const person = await server.signUp();
  const refused = async (zip: Uint8Array) => {
    const { status, body } = await send(person, zip);
    expect(status).toBe(422);
    return `${body.data.reason}: ${body.detail}`;
  };
  const none = 'Nothing was taken from it.';
  expect(await refused(png)).toBe(`not-a-zip: The file is not a ZIP archive that can be read. ${none}`);
  const whole = writeZip([zipEntry('a.png', png)]);
  expect(await refused(whole.subarray(0, whole.length - 30))).toMatch(/^not-a-zip/);
  const damaged = Buffer.from(whole);
  damaged.fill(0, whole.length - 73, whole.length - 22);
  expect(await refused(damaged)).toMatch(/^not-a-zip/);
  expect(await refused(writeZip([]))).toBe(`no-pictures: The ZIP holds no files. ${none}`);
  const many = Array.from({ length: 501 }, (_, index) => zipEntry(`${index}.png`, png));
  expect(await refused(writeZip(many))).toBe(`too-many-entries: The ZIP holds more than 500 files. ${none}`);
  const zeros = { data: await deflateZeros(300_000_000), sizeBytes: 300_000_000 };
  expect(await refused(writeZip([zipEntry('a.png', png, zeros)]))).toBe(
    `unpacks-too-large: The ZIP unpacks to more than 256 MB. ${none}`,
  );
  // The same with a directory that lies: the entry is stopped at the byte that is too much.
  const forged = await send(person, writeZip([zipEntry('a.png', png, { ...zeros, sizeBytes: 10 })]));
  expect(forged).toMatchObject({
    status: 422,
    body: {
      code: 'archive-refused',
      detail: `None of the files in the ZIP can be a material. ${none}`,
      data: { reason: 'nothing-taken', errors: [{ file: 'a.png', code: 'archive-entry-refused' }] },
    },
  });
  expect(await own(person)).toEqual([]);
  expect(await readdir(join(server.deps.config.dataDir, 'incoming'))).toEqual([]);
});

test('a ZIP and a category that is there are needed', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const zip = writeZip([zipEntry('a.png', png)]);
  const theirs = await server.post(other, '/api/category/', { name: 'Theirs', asset_type: 'material' });
  const style = (await findItem(server, person, 'style', 'catalogue')).category.id;
  const fieldsOf = async (body: Uint8Array | null, changes: Record<string, string>) => {
    const answer = await send(person, body, changes);
    expect(answer.status).toBe(400);
    return Object.keys(answer.body.fields);
  };
  expect(await fieldsOf(null, {})).toEqual(['zip_file']);
  expect(await fieldsOf(zip, { category: '' })).toEqual(['category']);
  expect(await fieldsOf(zip, { category: String(theirs.body.id) })).toEqual(['category']);
  expect(await fieldsOf(zip, { category: String(style) })).toEqual(['category']);
  expect(await own(person)).toEqual([]);
});

test('a batch repeated with its key makes its materials once', async () => {
  const person = await server.signUp();
  const zip = writeZip([zipEntry('a.png', png), zipEntry('b.png', png)]);
  const first = await send(person, zip, {}, 'zip-1');
  expect(await send(person, zip, {}, 'zip-1')).toEqual(first);
  expect(await own(person)).toEqual(['a', 'b']);
});
