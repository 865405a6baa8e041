import { expect, test } from 'vitest';
import { groupMaps, separate } from '../../../src/contract/files/group-maps.ts';

const group = (...names: string[]) =>
  groupMaps(
    names.map((path) => {
      const [name = '', folder = null] = path.split('/').reverse();
      return { file: new File(['x'], name), folder };
    }),
  );
const tell = (groups: ReturnType<typeof group>) =>
  groups.map(({ name, file, maps, unused }) => [
    name,
    file.name,
    ...maps.map((map) => `${map.role}: ${map.file.name} ${map.reading}`),
    ...unused.map(({ kind }) => `not ${kind}`),
  ]);

test('the maps of one material become one item, OpenGL before DirectX, and what has no use is named', () => {
  const maps = ['Color', 'NormalDX', 'NormalGL', 'Roughness', 'Displacement', 'Metalness'];
  expect(tell(group(...maps.map((map) => `Wood051_1K-JPG_${map}.jpg`)))).toEqual([
    [
      'Wood051',
      'Wood051_1K-JPG_Color.jpg',
      'normal: Wood051_1K-JPG_NormalGL.jpg asIs',
      'roughness: Wood051_1K-JPG_Roughness.jpg asIs',
      'metalness: Wood051_1K-JPG_Metalness.jpg asIs',
      'not normalDirectX',
      'not displacement',
    ],
  ]);
});

test('DirectX normals are flipped, packed and glossy maps give roughness', () => {
  expect(tell(group('oak_diff_2k.jpg', 'oak_nor_dx_2k.jpg', 'oak_arm_2k.jpg'))).toEqual([
    [
      'oak',
      'oak_diff_2k.jpg',
      'normal: oak_nor_dx_2k.jpg greenFlipped',
      'roughness: oak_arm_2k.jpg green',
      'metalness: oak_arm_2k.jpg blue',
    ],
  ]);
  expect(tell(group('A_Albedo.png', 'A_Gloss.png', 'A_ORD.png'))).toEqual([
    ['A', 'A_Albedo.png', 'roughness: A_ORD.png green', 'not glossiness'],
  ]);
  expect(tell(group('A_Albedo.png', 'A_Gloss.png'))).toEqual([
    ['A', 'A_Albedo.png', 'roughness: A_Gloss.png inverted'],
  ]);
});

test('two materials dropped together are two items; of two sizes each is one', () => {
  const two = group('oak_col.png', 'ash_col.png', 'ash_nrm.png', 'OAK_NRM.png', 'view.png');
  expect(two.map(({ name, maps }) => [name, maps.length])).toEqual([
    ['oak', 1],
    ['ash', 1],
    [null, 0],
  ]);
  const sizes = group('oak_1K_Color.png', 'oak_1K_Normal.png', 'oak_2K_Color.png', 'oak_2K_Normal.png');
  expect(sizes.map(({ file, maps }) => [file.name, maps[0]?.file.name])).toEqual([
    ['oak_1K_Color.png', 'oak_1K_Normal.png'],
    ['oak_2K_Color.png', 'oak_2K_Normal.png'],
  ]);
  const folders = group('Oak/albedo.png', 'Oak/normal.png', 'Ash/albedo.png', 'Ash/normal.png');
  expect(folders.map(({ name }) => name)).toEqual(['Oak', 'Ash']);
});

test('without a colour, or with nothing else, each picture is an item of its own', () => {
  expect(tell(group('a_normal.png', 'a_rough.png', 'b_color.png', 'sky.jpg'))).toEqual([
    [null, 'a_normal.png'],
    [null, 'a_rough.png'],
    [null, 'b_color.png'],
    [null, 'sky.jpg'],
  ]);
});

test('taken apart every picture of a material is there once', () => {
  const [set] = group('oak_diff.jpg', 'oak_arm.jpg', 'oak_disp.jpg');
  expect(set && tell(separate(set))).toEqual([
    [null, 'oak_diff.jpg'],
    [null, 'oak_arm.jpg'],
    [null, 'oak_disp.jpg'],
  ]);
});
