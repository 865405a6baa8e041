import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { PROJECT_FILE } from '../../../../src/contract/constants.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import type { ProjectFileReason } from '../../../../src/contract/failure-reasons.ts';
import { type ProjectFile, placeOf } from '../../../../src/contract/files/project-file.ts';
import { openProjectFile } from '../../../../src/workers/compute/archive/open-project-file.ts';
import { makeRecipe } from '../../../support/ai-recipe.ts';
import { makeLight, makeSketch } from '../../../support/light-map-app.ts';
import { hashBytes, makeManifest, packProject } from '../../../support/project-file.ts';
import { writeZip, zipEntry } from '../../../support/zip-file.ts';

const deaf = { postMessage: () => {} };

async function reasonOf(file: Blob): Promise<string> {
  const error: unknown = await openProjectFile(file, deaf).catch((reason: unknown) => reason);
  if (!(error instanceof AppError) || error.failure.code !== 'project-file-refused') return String(error);
  return error.failure.reason;
}

test('a project file gives its manifest and its files, and tells how far it is', async () => {
  const told: number[] = [];
  const manifest = makeManifest(['texture', 'sketch']);
  const packed = await packProject(manifest, ['texture', 'sketch', 'something else']);
  const opened = await openProjectFile(packed, { postMessage: (done: number) => void told.push(done) });
  expect(opened.manifest).toEqual(manifest);
  expect(await Promise.all(opened.files.map(({ content }) => content.text()))).toEqual(['texture', 'sketch']);
  expect(opened.files.map(({ hash }) => hash)).toEqual([hashBytes('texture'), hashBytes('sketch')]);
  expect(opened.files[0]?.content.type).toBe('image/webp');
  expect(told).toEqual([7 / 13, 1]);
});

test('one that was unpacked and packed again lies in a folder, with notes of macOS beside it', async () => {
  const packed = await JSZip.loadAsync(await (await packProject(good, ['texture'])).arrayBuffer());
  const again = new JSZip();
  for (const [path, entry] of Object.entries(packed.files)) {
    if (entry.dir) continue;
    again.file(`Chair.vitrine/${path}`, await entry.async('uint8array'));
    again.file(`__MACOSX/Chair.vitrine/._${path}`, 'a note');
  }
  const opened = await openProjectFile(new Blob([await again.generateAsync({ type: 'arraybuffer' })]), deaf);
  expect(opened.manifest).toEqual(good);
  expect(await Promise.all(opened.files.map(({ content }) => content.text()))).toEqual(['texture']);
});

const good = makeManifest(['texture']);
const with_ = (changes: Partial<ProjectFile>): ProjectFile => ({ ...good, ...changes });
const needy = (changes: Partial<ProjectFile['settings']>): ProjectFile =>
  with_({ settings: { ...good.settings, ...changes } });

const HOSTILE: readonly (readonly [string, ProjectFileReason, () => Promise<Blob>])[] = [
  [
    'one with a password',
    'repacked',
    async () => new Blob([writeZip([zipEntry('a', new Uint8Array(4), { isEncrypted: true })])]),
  ],
  [
    'one packed in another way',
    'repacked',
    async () => new Blob([writeZip([zipEntry('a', new Uint8Array(4), { method: 12 })])]),
  ],
  ['no archive', 'damaged', async () => new Blob(['no archive at all'])],
  ['an empty file', 'damaged', async () => new Blob([])],
  ['half an archive', 'damaged', async () => (await packProject(good, ['texture'])).slice(0, 300)],
  [
    'a ZIP without a manifest',
    'other',
    () => packProject('', ['texture'], (zip) => zip.remove('vitrine-project.json')),
  ],
  ['a manifest of something else', 'other', () => packProject({ format: 'other', version: 1 }, [])],
  ['a manifest that is no object', 'other', () => packProject('null', [])],
  ['a manifest that is no JSON', 'damaged', () => packProject('{', [])],
  ['a later version', 'newer', () => packProject({ ...good, version: 2, more: true }, ['texture'])],
  ['a version that is none', 'damaged', () => packProject({ ...good, version: 'x' }, ['texture'])],
  ['settings out of their range', 'damaged', () => packProject(needy({ creativity: 7 }), ['texture'])],
  [
    'a hash that is a path',
    'damaged',
    () =>
      packProject(
        { ...good, files: [{ hash: '../../etc/passwd', content_type: 'image/webp', size_bytes: 1 }] },
        [],
      ),
  ],
  ['a file that is not in it', 'incomplete', () => packProject(good, [])],
  [
    'a file that lies elsewhere',
    'incomplete',
    () =>
      packProject(good, [], (zip) =>
        zip.file(`pictures/${placeOf(hashBytes('texture'), 'image/webp')}`, 'texture'),
      ),
  ],
  [
    'a model that no file is',
    'incomplete',
    () => packProject(needy({ model_hash: hashBytes('model') }), ['texture']),
  ],
  ...(['steps', 'undone'] as const).map(
    (where) =>
      [
        `light of a sketch that no file is (${where})`,
        'incomplete',
        () => {
          const { pose, steps, undone } = makeSketch({ [where]: [makeLight(hashBytes('light'))] });
          const sketch = { pose, steps: [...steps], undone: [...undone], picture: null, updated_at: 0 };
          return packProject({ ...good, sketches: [sketch] }, ['texture']);
        },
      ] as const,
  ),
  [
    'a render without its pictures',
    'incomplete',
    () =>
      packProject(
        with_({
          renders: [
            {
              engine: 'studio',
              created_at: '2026-06-01T12:00:00.000Z',
              recipe: makeRecipe(),
              provenance: [],
              warnings: [],
              made_on_device: false,
              group: null,
              view_ids: [],
              images: [],
            },
          ],
        }),
        ['texture'],
      ),
  ],
  [
    'other bytes of the same size',
    'changed',
    () => packProject(good, [], (zip) => zip.file(placeOf(hashBytes('texture'), 'image/webp'), 'tExture')),
  ],
  [
    'fewer bytes',
    'changed',
    () => packProject(good, [], (zip) => zip.file(placeOf(hashBytes('texture'), 'image/webp'), 'text')),
  ],
  [
    'a bomb in the place of a file',
    'changed',
    () =>
      packProject(good, [], (zip) =>
        zip.file(placeOf(hashBytes('texture'), 'image/webp'), new Uint8Array(6e6)),
      ),
  ],
  [
    'a bomb in the place of the manifest',
    'too-large',
    () => packProject(' '.repeat(PROJECT_FILE.manifestMaxBytes + 1), []),
  ],
  [
    'files that promise too much',
    'too-large',
    () =>
      packProject(
        with_({
          files: [1, 2].map((one) => ({
            hash: hashBytes(String(one)),
            content_type: 'image/webp',
            size_bytes: PROJECT_FILE.maxBytes,
          })),
        }),
        [],
      ),
  ],
];

test.each(HOSTILE)('%s is refused as %s', async (_what, reason, make) => {
  expect(await reasonOf(await make())).toBe(reason);
});
