import { expect, test } from 'vitest';
import type { App } from '../../../../src/app/core/app.ts';
import { setOwnTexture } from '../../../../src/app/features/materials/set-own-texture.ts';
import { followSaves } from '../../../../src/app/features/projects/follow-saves.ts';
import { keepWorkingCopy } from '../../../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { saveProject } from '../../../../src/app/features/projects/save-project.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf, until } from '../../../support/fake-outside.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

const en = textsOf('en');
const picture = (name: string, type: string, content = 'cloth') => new File([content], name, { type });
const toasts = (app: App) => app.toasts.queue.visibleToasts.map(({ content }) => content.title);

test('a picture lies on the material, its bytes on this device, in one step', async () => {
  const { app, row } = createMaterialApp();
  await setOwnTexture(app, en, row(0), picture('My cloth.png', 'image/png'));
  const { entry } = row(0);
  expect(entry).toMatchObject({
    libraryId: null,
    libraryMaterialName: 'My cloth',
    metalness: 0.5,
    roughness: 0.5,
    isReset: false,
  });
  expect(await (await app.storage.get(entry!.textureHash!))?.text()).toBe('webp of cloth');
  expect(app.state.project.undoLabel).toBe('My cloth on Seat');
  app.commands.undo();
  expect(row(0).entry).toBeNull();
});

test.each([
  ['en', picture('notes.txt', 'text/plain'), '“notes.txt” is no image. JPG, PNG and WebP go.'],
  ['en', picture('logo.svg', 'image/svg+xml'), '“logo.svg” is not a JPG, PNG or WebP picture.'],
  ['es', picture('logo.svg', 'image/svg+xml'), '«logo.svg» no es una imagen JPG, PNG o WebP.'],
  ['en', picture('none.png', 'image/png', ''), 'File is empty.'],
  ['es', picture('none.png', 'image/png', ''), 'El archivo está vacío.'],
  [
    'en',
    picture(`${'x'.repeat(101)}.png`, 'image/png'),
    'Filename is too long (105 characters). Maximum allowed: 100 characters.',
  ],
] as const)('what is no texture changes nothing and is told (%s, %#)', async (language, file, reason) => {
  const { app, row } = createMaterialApp();
  await setOwnTexture(app, textsOf(language), row(0), file);
  const prefix = language === 'es' ? 'Error aplicando textura: ' : 'Error applying texture: ';
  expect(toasts(app)).toEqual([prefix + reason]);
  expect(row(0).entry).toBeNull();
});

test('a picture that cannot be decoded changes nothing and is told', async () => {
  const { app, row } = createMaterialApp();
  const failing = {
    ...app,
    compute: () => ({
      ...app.compute(),
      encodeUpload: async () => {
        throw new AppError({ code: 'image-unreadable', name: 'torn.png' });
      },
    }),
  };
  await setOwnTexture(failing, en, row(0), picture('torn.png', 'image/png'));
  expect(toasts(app)).toEqual([
    'Error applying texture: The picture “torn.png” could not be read: it is damaged or of a kind that is not known here. Choose another one, or save it again as JPEG, PNG or WebP.',
  ]);
  expect(row(0).entry).toBeNull();
});

test('another model that comes while a picture is made ready does not wear it, and it is said', async () => {
  const { app, row } = createMaterialApp();
  const other = hashOf(new TextEncoder().encode('another model'));
  const { encodeUpload } = app.compute();
  const slow = {
    ...app,
    compute: () => ({
      ...app.compute(),
      encodeUpload: (file: File) => {
        app.state.project.settings.model_hash = other;
        return encodeUpload(file);
      },
    }),
  };
  await setOwnTexture(slow, en, row(0), picture('cloth.png', 'image/png'));
  expect(app.state.project.settings.model_materials).toEqual([]);
  expect(toasts(app)).toEqual([expect.stringContaining('Another model came to the stage meanwhile.')]);
});

test('a save brings the server the bytes before it names them, once', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  const copy = keepWorkingCopy(app, (error) => {
    throw error;
  });
  app.workingCopy.current = copy;
  const stopSaves = followSaves(app, (error) => {
    throw error;
  });
  const stop = app.outbox.start(7);
  const { row } = createMaterialApp();
  // The save is about the picture alone: the project has no model.
  const bare = (index: number) => ({ ...row(index), modelHash: null as never });
  await setOwnTexture(app, en, bare(0), picture('cloth.png', 'image/png'));
  expect(await saveProject(app)).toBe('sending');
  // The save has ended once the project says so, which is after its row is gone.
  await until(() => app.state.project.saving === null);
  expect(await app.db.outbox.count()).toBe(0);

  const hash = hashOf(new TextEncoder().encode('webp of cloth'));
  const writes = server.calls.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /api/material/${row(0).id}/texture/?project_id=31`,
    'PATCH /api/project/31/',
  ]);
  expect(writes[0]?.form?.get('original_index')).toBe('0');
  expect(server.project?.model_materials).toMatchObject([
    { textureHash: hash, libraryMaterialName: 'cloth' },
  ]);
  expect(await app.db.backups.count()).toBe(0);

  await setOwnTexture(app, en, bare(1), picture('cloth.png', 'image/png'));
  expect(await saveProject(app)).toBe('sending');
  // The save has ended once the project says so, which is after its row is gone.
  await until(() => app.state.project.saving === null);
  expect(await app.db.outbox.count()).toBe(0);
  expect(server.calls.filter(({ path }) => path.includes('/texture/'))).toHaveLength(1);
  expect(server.project?.model_materials).toHaveLength(2);
  stop();
  stopSaves();
  copy.stop();
});
