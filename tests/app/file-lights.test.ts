import { expect, test } from 'vitest';
import { currentSettings } from '../../src/app/core/edit-settings.ts';
import { setLight } from '../../src/app/features/light/set-light.ts';
import { keepWorkingCopy } from '../../src/app/features/projects/keep-working-copy.ts';
import { loadActiveProject } from '../../src/app/features/projects/load-active-project.ts';
import { importModel } from '../../src/app/features/stage/import-model.ts';
import { describeScene } from '../../src/app/scene/describe-scene.ts';
import { textsOf } from '../../src/app/texts/load-texts.ts';
import { makeBoxes } from '../support/box-model.ts';
import { createFakeServer } from '../support/fake-http.ts';
import { createFakeOutside, createTestApp, until } from '../support/fake-outside.ts';

const LAMP = makeBoxes([{ name: 'Lamp', size: [1, 1, 1], centre: [0, 0, 0] }]);

test('a recipe names the lights of the file where they are on alone, and a reload finds them on', async () => {
  const outside = createFakeOutside(createFakeServer());
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'New');
  app.workingCopy.current = keepWorkingCopy(app, (error) => {
    throw error;
  });
  const file = new File([new Uint8Array(LAMP)], 'lamp.glb');
  const { row } = await importModel(app, [{ path: 'lamp.glb', file }], new AbortController().signal);
  expect(await describeScene(app, row, currentSettings(app))).not.toHaveProperty('fileLights');
  const fileLights = { isOn: true, strength: 2 };
  setLight(app, textsOf('en'), { file_lights: fileLights });
  expect(await describeScene(app, row, currentSettings(app))).toMatchObject({ fileLights });
  await until(async () => {
    const [kept] = await app.db.projects.toArray();
    return kept?.settings.render_settings.file_lights.strength === 2;
  });
  const again = createTestApp(outside);
  await loadActiveProject(again, 7, 'New');
  expect(currentSettings(again).render_settings.file_lights).toEqual(fileLights);
});
