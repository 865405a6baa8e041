import { expect, test } from 'vitest';
import { describeLeftOut, uploadZip } from '../../../../src/app/features/libraries/upload-zip.ts';
import { libraryQuery } from '../../../../src/app/scene/library.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createLibraryServer } from '../../../support/library-server.ts';

const zip = new File(['PK'], 'woods.zip');

function setUp() {
  const libraries = createLibraryServer();
  return { ...libraries, app: createTestApp(createFakeOutside(libraries.server)) };
}

test('what became of each file of a ZIP is told, and the library has what was taken', async () => {
  const { app, answers, sent, items } = setUp();
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
  const outcome = await uploadZip(app, zip, 2, (part) => seen.push(part), new AbortController().signal);
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
  const { app, sent } = setUp();
  const { signal } = new AbortController();
  expect((await uploadZip(app, null, 2, () => undefined, signal)).error?.sentence(app.texts())).toBe(
    'Please select a ZIP file.',
  );
  expect((await uploadZip(app, zip, null, () => undefined, signal)).error?.sentence(app.texts())).toBe(
    'Please select a category.',
  );
  expect(sent).toEqual([]);
  const stopped = AbortSignal.abort();
  await expect(uploadZip(app, zip, 2, () => undefined, stopped)).rejects.toMatchObject({
    name: 'AbortError',
  });
});
