import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { findProjectFile } from '../../../src/app/shell/find-project-file.ts';
import { makeManifest, packProject } from '../../support/project-file.ts';

const find = async (path: string, content: Blob, ...more: string[]) => {
  const files = [path, ...more].map((one) => ({ path: one, file: new File([content], one) }));
  return (await findProjectFile(files))?.name ?? null;
};

test('a project file is known by what lies first in it, whatever it is called, or by its name', async () => {
  const project = await packProject(makeManifest([]), []);
  const model = new Blob([
    new Uint8Array(await new JSZip().file('chair.obj', 'v 0 0 0').generateAsync({ type: 'uint8array' })),
  ]);
  expect(await find('holiday.zip', project)).toBe('holiday.zip');
  expect(await find('Lamp.VITRINE.zip', model)).toBe('Lamp.VITRINE.zip');
  expect(await find('chair.zip', model)).toBeNull();
  expect(await find('chair.glb', new Blob(['glTF']))).toBeNull();
  expect(await find('empty.zip', new Blob([]))).toBeNull();
  expect(await find('holiday.zip', project, 'chair.mtl')).toBeNull();
  expect(await findProjectFile([])).toBeNull();
});
