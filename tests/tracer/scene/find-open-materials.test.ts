import { BoxGeometry, CylinderGeometry, PlaneGeometry, SphereGeometry, TorusGeometry } from 'three';
import { expect, test } from 'vitest';
import { findOpenMaterials } from '../../../src/tracer/scene/find-open-materials.ts';
import { soup } from '../../support/tracer-scenes.ts';

test('closed surfaces that look outward are not open, wherever they stand and however many they are', () => {
  const parts = [
    new SphereGeometry(1, 48, 32).translate(30, 2, -5),
    new BoxGeometry(2, 1, 3),
    new TorusGeometry(2, 0.3),
    new CylinderGeometry(1, 0.5, 2, 64),
    new SphereGeometry(0.5).translate(-3, 0, 0),
  ];
  expect(findOpenMaterials(soup(parts, [0, 1, 2, 3, 0]), 4)).toEqual([false, false, false, false]);
});

test('sheets, shells without a lid, rooms that look inward and materials without triangles are open', () => {
  const parts = [
    new PlaneGeometry(1, 1),
    new CylinderGeometry(1, 1, 2, 64, 1, false, 0, 6),
    new SphereGeometry(1, 48, 32, 0, 6.2832, 0, 3),
    new BoxGeometry(2, 2, 2).scale(-1, 1, 1).translate(9, 9, 9),
  ];
  expect(findOpenMaterials(soup(parts), 5)).toEqual([true, true, true, true, true]);
});
