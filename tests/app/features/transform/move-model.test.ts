import { expect, test } from 'vitest';
import { currentSettings } from '../../../../src/app/core/edit-settings.ts';
import { moveModel } from '../../../../src/app/features/transform/move-model.ts';
import { UNMOVED_PLACEMENT, writePlacement } from '../../../../src/app/features/transform/placement.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

test('a step is called by what it did, whichever mode the tool is in', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  app.state.transform.mode = 'scale';
  const put = (placement: Partial<typeof UNMOVED_PLACEMENT>) => {
    moveModel(app, writePlacement({ ...UNMOVED_PLACEMENT, ...placement }));
    return app.commands.steps().done.at(-1)?.command.label;
  };
  expect(put({ position: [2, 0, 0] })).toBe('Move model');
  expect(put({ position: [2, 0, 0], rotationDegrees: [0, 30, 0] })).toBe('Rotate model');
  expect(put({ position: [2, 0, 0], rotationDegrees: [0, 30, 0], scale: [2, 2, 2] })).toBe('Scale model');
  expect(currentSettings(app).render_settings.model_transform).toHaveLength(16);
});
