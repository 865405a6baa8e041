import { expect, test } from 'vitest';
import { listLiveChanges } from '../../../../src/app/features/material-sync/live-changes.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import { INSTANCE_INDEX_MIN } from '../../../../src/contract/constants.ts';
import { ContentHash, LibraryItemId } from '../../../../src/contract/ids.ts';
import { type ModelMaterial, UNDRESSED } from '../../../../src/contract/scene/dressed-material.ts';
import { materialId } from '../../../support/candidates.ts';

const OAK = {
  libraryId: LibraryItemId.parse(9),
  libraryMaterialName: 'Oak',
  textureHash: ContentHash.parse('aa'.repeat(32)),
};
const PICTURE = { textureHash: ContentHash.parse('bb'.repeat(32)) };
const RED = { color: '#ff0000' };

const material = (change: Partial<ModelMaterial>): ModelMaterial => ({
  ...UNDRESSED,
  nodes: [],
  id: materialId(1),
  originalId: 'Seat',
  originalIndex: 0,
  name: 'Seat',
  ...change,
});
const settings = (entries: ModelMaterial[]) => ({ ...freshSettings('x'), model_materials: entries });

test.each<[string, Partial<ModelMaterial>, Partial<ModelMaterial>, object | null]>([
  ['a colour', {}, RED, RED],
  ['the file’s colour again', RED, {}, { color: null }],
  ['a tint of a library material', OAK, { ...OAK, ...RED }, RED],
  ['a texture that was taken off', OAK, {}, { texturePath: null }],
  ['a picture that was taken off, and a colour', PICTURE, RED, { ...RED, texturePath: null }],
  ['nothing', RED, RED, null],
  ['values of the save alone', {}, { roughness: 0.3, opacity: 0.5, name: 'Top' }, null],
  ['what a library applied', RED, OAK, null],
  ['what another item of a library applied', OAK, { ...OAK, libraryId: LibraryItemId.parse(8) }, null],
  ['a picture of one’s own, which its upload brings', {}, PICTURE, null],
  ['a reset', OAK, { isReset: true }, null],
  ['a colour on what was reset since', {}, { ...RED, isReset: true }, null],
  ['a new instance’s place', {}, { ...RED, instanceIndex: INSTANCE_INDEX_MIN }, null],
])('%s', (_, before, after, properties) => {
  const changes = listLiveChanges({
    settings: settings([material(after)]),
    saved: settings([material(before)]),
  });
  const original = { index: 0, id: 'Seat' };
  expect(changes).toEqual(properties === null ? [] : [{ id: materialId(1), original, properties }]);
});

test.each<[string, Partial<ModelMaterial>, object | null]>([
  ['its first colour goes at once', { ...RED, roughness: 0.3 }, RED],
  ['other values travel with the save', { roughness: 0.3 }, null],
  ['so does what a library applied', { ...OAK, ...RED }, null],
  ['so does a picture of one’s own', PICTURE, null],
  ['so does a reset', { ...RED, isReset: true }, null],
  ['so does an instance', { ...RED, instanceIndex: INSTANCE_INDEX_MIN, nodes: [4] }, null],
])('of a material that the server does not know %s', (_, entry, properties) => {
  const changes = listLiveChanges({ settings: settings([material(entry)]), saved: settings([]) });
  const original = { index: 0, id: 'Seat' };
  expect(changes).toEqual(properties === null ? [] : [{ id: materialId(1), original, properties }]);
});
