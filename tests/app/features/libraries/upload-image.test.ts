import { expect, test } from 'vitest';
import { uploadImage } from '../../../../src/app/features/libraries/upload-image.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createLibraryServer, refusal } from '../../../support/library-server.ts';

function setUp() {
  const libraries = createLibraryServer();
  const app = createTestApp(createFakeOutside(libraries.server));
  const toasts = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  const upload = (file: File) =>
    uploadImage(app, 'background', file, null, () => undefined, new AbortController().signal);
  return { ...libraries, toasts, upload };
}

test('a picture that this browser cannot convert goes as it is, and says so', async () => {
  const { upload, toasts, sent } = setUp();
  expect(await upload(new File(['broken here'], 'wide.png', { type: 'image/png' }))).not.toBeNull();
  expect(sent[0]?.form.get('image')).toMatchObject({ name: 'wide.png' });
  expect(toasts()).toContain('WebP conversion failed for wide.png, uploading original file.');
});

test('one that nobody can read is told once: not that its original is uploaded', async () => {
  const { upload, toasts, answers } = setUp();
  answers.push(refusal(422, 'image-unreadable', { name: 'torn.png' }));
  expect(await upload(new File(['broken'], 'torn.png', { type: 'image/png' }))).toBeNull();
  expect(toasts()).toEqual([
    'Error uploading image: The picture “torn.png” could not be read: it is damaged or of a kind that is not known here. Choose another one, or save it again as JPEG, PNG or WebP.',
  ]);
});
