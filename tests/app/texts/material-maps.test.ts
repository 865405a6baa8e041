import { expect, test } from 'vitest';
import { enMaterialMaps } from '../../../src/app/texts/en/late/material-maps.ts';
import { esMaterialMaps } from '../../../src/app/texts/es/late/material-maps.ts';

test.each([
  [1, 0, 'These pictures are maps of a material', 'Estas imágenes son mapas de un material'],
  [3, 0, 'These pictures are maps of 3 materials', 'Estas imágenes son mapas de 3 materiales'],
  [
    1,
    1,
    'Some of these pictures are maps of a material',
    'Algunas de estas imágenes son mapas de un material',
  ],
  [
    2,
    1,
    'Some of these pictures are maps of 2 materials',
    'Algunas de estas imágenes son mapas de 2 materiales',
  ],
])(
  'what was dropped is called what it is: %i materials and %i other pictures',
  (materials, others, en, es) => {
    expect(enMaterialMaps.materialMaps.offer(materials, others)).toBe(en);
    expect(esMaterialMaps.materialMaps.offer(materials, others)).toBe(es);
  },
);
