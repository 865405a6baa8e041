import { expect, test } from 'vitest';
import { readMapName } from '../../../src/contract/files/read-map-name.ts';

/** File names as the sites and programs give them, without extension; the material and the kind they say. */
const NAMES: readonly (readonly [string, string, string])[] = [
  // ambientCG
  ['Wood051_1K-JPG_Color', 'Wood051', 'colour'],
  ['Wood051_1K-JPG_NormalGL', 'Wood051', 'normal'],
  ['Wood051_1K-JPG_NormalDX', 'Wood051', 'normalDirectX'],
  ['Wood051_1K-JPG_Roughness', 'Wood051', 'roughness'],
  ['Metal046B_4K-PNG_Metalness', 'Metal046B', 'metalness'],
  ['Wood051_1K-JPG_AmbientOcclusion', 'Wood051', 'occlusion'],
  ['Wood051_1K-JPG_Displacement', 'Wood051', 'displacement'],
  ['Leather026_8K_Opacity', 'Leather026', 'other'],
  // Older CC0 Textures
  ['Planks01_col', 'Planks01', 'colour'],
  ['Planks01_nrm', 'Planks01', 'normal'],
  ['Planks01_rgh', 'Planks01', 'roughness'],
  ['Planks01_met', 'Planks01', 'metalness'],
  // Poly Haven
  ['brown_planks_03_diff_4k', 'brown_planks_03', 'colour'],
  ['brown_planks_03_nor_gl_4k', 'brown_planks_03', 'normal'],
  ['brown_planks_03_nor_dx_4k', 'brown_planks_03', 'normalDirectX'],
  ['brown_planks_03_rough_4k', 'brown_planks_03', 'roughness'],
  ['brown_planks_03_arm_4k', 'brown_planks_03', 'packed'],
  ['brown_planks_03_ao_4k', 'brown_planks_03', 'occlusion'],
  ['brown_planks_03_disp_4k', 'brown_planks_03', 'displacement'],
  ['green_metal_rust_metal_2k', 'green_metal_rust', 'metalness'],
  // Quixel
  ['vbsbdfe_2K_Albedo', 'vbsbdfe', 'colour'],
  ['vbsbdfe_2K_Normal_LOD0', 'vbsbdfe', 'normal'],
  ['vbsbdfe_2K_Gloss', 'vbsbdfe', 'glossiness'],
  ['T_Oak_vbsbdfe_4K_ORDp', 'T_Oak_vbsbdfe', 'packedRoughness'],
  // Substance
  ['Chair_Fabric_BaseColor', 'Chair_Fabric', 'colour'],
  ['Chair_Fabric_Base_color', 'Chair_Fabric', 'colour'],
  ['chair_fabric_basecolor', 'chair_fabric', 'colour'],
  ['Chair_Fabric_Normal_OpenGL', 'Chair_Fabric', 'normal'],
  ['Chair_Fabric_Normal_DirectX', 'Chair_Fabric', 'normalDirectX'],
  ['Chair_Fabric_Metallic', 'Chair_Fabric', 'metalness'],
  ['Chair_Fabric_Mixed_AO', 'Chair_Fabric_Mixed', 'occlusion'],
  ['Chair_Fabric_OcclusionRoughnessMetallic', 'Chair_Fabric', 'packed'],
  ['Chair_Fabric_Height', 'Chair_Fabric', 'displacement'],
  // Poliigon
  ['WoodFine23_COL_VAR1_3K', 'WoodFine23', 'colour'],
  ['WoodFine23_NRM16_3K', 'WoodFine23', 'normal'],
  ['WoodFine23_GLOSS_3K', 'WoodFine23', 'glossiness'],
  ['WoodFine23_REFL_3K', 'WoodFine23', 'other'],
  // textures.com
  ['TexturesCom_Wood_Planks1_2K_albedo', 'TexturesCom_Wood_Planks1', 'colour'],
  ['TexturesCom_Wood_Planks1_2K_normal', 'TexturesCom_Wood_Planks1', 'normal'],
  ['TexturesCom_Wood_Planks1_2K_height', 'TexturesCom_Wood_Planks1', 'displacement'],
  // Unreal, Unity and by hand
  ['T_Wall_D', 'T_Wall', 'colour'],
  ['T_Wall_N', 'T_Wall', 'normal'],
  ['T_Wall_ORM', 'T_Wall', 'packed'],
  ['Wall_MetallicSmoothness', 'Wall', 'other'],
  ['WoodNormal', 'Wood', 'normal'],
  ['woodBaseColor', 'wood', 'colour'],
  ['oak floor - colour', 'oak floor', 'colour'],
  ['oak.floor.normal-map', 'oak.floor', 'normal'],
  ['oak-floor-diffuse-v2', 'oak-floor', 'colour'],
  ['OAK_ROUGHNESS_2048x2048', 'OAK', 'roughness'],
  ['albedo', '', 'colour'],
  // No map.
  ['watercolor', '', ''],
  ['normalised', '', ''],
  ['IMG_2041', '', ''],
  ['Wood051', '', ''],
  ['velvet blue', '', ''],
];

test.each(NAMES)('%s is of %s: %s', (stem, material, kind) => {
  const read = readMapName(stem);
  expect(read === null ? ['', ''] : [read.material, read.kind]).toEqual([material, kind]);
});

test('sizes, versions and formats are told apart from the name', () => {
  expect(readMapName('Wood051_1K-JPG_Color')?.variant).toBe('1k jpg');
  expect(readMapName('oak_diff_v2_4k')?.variant).toBe('v2 4k');
});
