import { expect, test } from 'vitest';
import { describeLeftOut, openZipUpload } from '../../../../src/app/features/libraries/upload-zip.ts';
import { libraryQuery } from '../../../../src/app/scene/library.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createLibraryServer, refusal } from '../../../support/library-server.ts';

const zip = new File(['PK'], 'woods.zip');

function setUp() {
  const libraries = createLibraryServer();
  const app = createTestApp(createFakeOutside(libraries.server));
  return { ...libraries, app, uploadZip: openZipUpload(app) };
}

test('what became of each file of a ZIP is told, and the library has what was taken', async () => {
  const { app, uploadZip, answers, sent, items } = setUp();
  await app.queries.fetchQuery(libraryQuery(app, 'material'));
  const oak = makeLibraryItem(9, { user: 7 });
  answers.push(
    Response.json(
      {
        message: '1 material was added. 2 files were not taken.',
        created: [oak],
        errors: [
          { file: 'notes.txt', error: 'The image notes.txt cannot be read.', code: 'image-unreadable' },
          {
            file: 'more.zip',
            error: 'more.zip was not taken.',
            code: 'archive-entry-refused',
            reason: 'archive',
          },
          { file: 'new.xyz', error: 'of a later version', code: 'not-yet-known' },
        ],
      },
      { status: 201 },
    ),
  );
  items.material.push(oak);
  const seen: number[] = [];
  const outcome = await uploadZip(zip, 2, (part) => seen.push(part), new AbortController().signal);
  expect(outcome).toMatchObject({ made: 1, error: null });
  expect(outcome.leftOut.map((entry) => describeLeftOut(app.texts(), entry))).toEqual([
    'notes.txt: it is no picture that can be read',
    'more.zip: it is an archive inside the archive',
    'new.xyz: the server refused it',
  ]);
  expect(seen).toEqual([0.5]);
  expect(sent[0]?.path).toBe('/api/projects/batch-material-upload/');
  expect(sent[0]?.form.get('category')).toBe('2');
  expect(sent[0]?.form.get('zip_file')).toMatchObject({ name: 'woods.zip' });
  expect(app.queries.getQueryState(libraryQuery(app, 'material').queryKey)?.isInvalidated).toBe(true);
});

test('without a file or a category nothing is sent; a cancelled upload is no failure', async () => {
  const { app, uploadZip, sent } = setUp();
  const { signal } = new AbortController();
  expect((await uploadZip(null, 2, () => undefined, signal)).error?.sentence(app.texts())).toBe(
    'Please select a ZIP file.',
  );
  expect((await uploadZip(zip, null, () => undefined, signal)).error?.sentence(app.texts())).toBe(
    'Please select a category.',
  );
  expect(sent).toEqual([]);
  const stopped = AbortSignal.abort();
  await expect(uploadZip(zip, 2, () => undefined, stopped)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('a ZIP whose answer was lost is the same call when it is sent again; one that was answered is another', async () => {
  const { uploadZip, answers, sent } = setUp();
  const { signal } = new AbortController();
  // As a person chooses it, each time anew.
  const choose = () => new File(['PK'], 'woods.zip', { lastModified: 5 });
  const send = (category: number) => uploadZip(choose(), category, () => undefined, signal);
  answers.push('lost', refusal(409, 'idempotency-in-flight'));
  expect((await send(2)).error).not.toBeNull();
  expect((await send(2)).error).not.toBeNull();
  expect((await send(2)).error).toBeNull();
  await send(2);
  answers.push(refusal(422, 'archive-refused', { reason: 'not-a-zip', errors: [] }));
  await send(1);
  await send(1);
  const keys = sent.map(({ key }) => key);
  expect(keys.every((key) => key !== null)).toBe(true);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(new Set(keys.slice(2)).size).toBe(4);
});
