import { createBouclePainter, createCanvasPainter, NAVY_CANVAS } from './materials/fabric.ts';
import { BLACK, CHESTNUT, createLeatherPainter } from './materials/leather.ts';
import { createBrushedPainter, createSatinPainter } from './materials/metal.ts';
import { createErodedPainter, createSoftTouchPainter } from './materials/plastic.ts';
import { createMarblePainter, createTerrazzoPainter } from './materials/stone.ts';
import { createWoodPainter, OAK, WALNUT } from './materials/wood.ts';
import type { Painter } from './picture.ts';

export interface Text {
  readonly en: string;
  readonly es: string;
}

export interface Category extends Text {
  readonly slug: string;
}

export interface MaterialRecipe {
  readonly slug: string;
  readonly name: Text;
  readonly category: Category;
  /** Real-world width of one tile. */
  readonly tileSizeMetres: number;
  readonly metalness: number;
  readonly roughness: number;
  /** Height between the low and the high parts of the surface; 0 is polished flat. */
  readonly reliefMillimetres: number;
  readonly createPainter: () => Painter;
}

const WOOD: Category = { slug: 'wood', en: 'Wood', es: 'Madera' };
const LEATHER: Category = { slug: 'leather', en: 'Leather', es: 'Cuero' };
const FABRIC: Category = { slug: 'fabric', en: 'Fabric', es: 'Tela' };
const METAL: Category = { slug: 'metal', en: 'Metal', es: 'Metal' };
const STONE: Category = { slug: 'stone', en: 'Stone', es: 'Piedra' };
const PLASTIC: Category = { slug: 'plastic', en: 'Plastic', es: 'Plástico' };

export const MATERIAL_RECIPES: readonly MaterialRecipe[] = [
  {
    slug: 'walnut',
    name: { en: 'Walnut', es: 'Nogal' },
    category: WOOD,
    tileSizeMetres: 0.12,
    metalness: 0,
    roughness: 0.42,
    reliefMillimetres: 0.02,
    createPainter: () => createWoodPainter(WALNUT),
  },
  {
    slug: 'oak',
    name: { en: 'Oak', es: 'Roble' },
    category: WOOD,
    tileSizeMetres: 0.14,
    metalness: 0,
    roughness: 0.55,
    reliefMillimetres: 0.03,
    createPainter: () => createWoodPainter(OAK),
  },
  {
    slug: 'chestnut-leather',
    name: { en: 'Chestnut leather', es: 'Cuero castaño' },
    category: LEATHER,
    tileSizeMetres: 0.05,
    metalness: 0,
    roughness: 0.55,
    reliefMillimetres: 0.09,
    createPainter: () => createLeatherPainter(CHESTNUT),
  },
  {
    slug: 'black-leather',
    name: { en: 'Black leather', es: 'Cuero negro' },
    category: LEATHER,
    tileSizeMetres: 0.05,
    metalness: 0,
    roughness: 0.5,
    reliefMillimetres: 0.1,
    createPainter: () => createLeatherPainter(BLACK),
  },
  {
    slug: 'boucle',
    name: { en: 'Bouclé', es: 'Bouclé' },
    category: FABRIC,
    tileSizeMetres: 0.1,
    metalness: 0,
    roughness: 0.95,
    reliefMillimetres: 0.8,
    createPainter: () => createBouclePainter(601, ['#7d7161', '#b3a793', '#d8cdbb', '#ebe3d5', '#f4eee4']),
  },
  {
    slug: 'navy-canvas',
    name: { en: 'Navy canvas', es: 'Lona azul marino' },
    category: FABRIC,
    tileSizeMetres: 0.05,
    metalness: 0,
    roughness: 0.9,
    reliefMillimetres: 0.18,
    createPainter: () => createCanvasPainter(NAVY_CANVAS),
  },
  {
    slug: 'brushed-aluminium',
    name: { en: 'Brushed aluminium', es: 'Aluminio cepillado' },
    category: METAL,
    tileSizeMetres: 0.08,
    metalness: 1,
    roughness: 0.32,
    reliefMillimetres: 0.004,
    createPainter: () => createBrushedPainter(701, '#cfd1d3', 0.085),
  },
  {
    slug: 'brass',
    name: { en: 'Brass', es: 'Latón' },
    category: METAL,
    tileSizeMetres: 0.1,
    metalness: 1,
    roughness: 0.28,
    reliefMillimetres: 0.003,
    createPainter: () => createSatinPainter(733, '#e3c077', '#b98f4a'),
  },
  {
    slug: 'carrara-marble',
    name: { en: 'Carrara marble', es: 'Mármol de Carrara' },
    category: STONE,
    tileSizeMetres: 0.4,
    metalness: 0,
    roughness: 0.18,
    reliefMillimetres: 0,
    createPainter: () => createMarblePainter(809, ['#f3f2ef', '#e4e4e2', '#c3c6c8', '#959a9f', '#6f757c']),
  },
  {
    slug: 'terrazzo',
    name: { en: 'Terrazzo', es: 'Terrazo' },
    category: STONE,
    tileSizeMetres: 0.25,
    metalness: 0,
    roughness: 0.25,
    reliefMillimetres: 0,
    createPainter: () =>
      createTerrazzoPainter(853, '#e6e0d6', [
        '#b5654a',
        '#d9a86c',
        '#3f4347',
        '#f7f4ee',
        '#8b9a86',
        '#c9b7a6',
        '#7d6a5c',
        '#d8c2b4',
      ]),
  },
  {
    slug: 'matte-black',
    name: { en: 'Matte black', es: 'Negro mate' },
    category: PLASTIC,
    tileSizeMetres: 0.04,
    metalness: 0,
    roughness: 0.6,
    reliefMillimetres: 0.03,
    createPainter: () => createErodedPainter(907, '#222325', 0.16),
  },
  {
    slug: 'soft-touch-sand',
    name: { en: 'Soft-touch sand', es: 'Arena tacto suave' },
    category: PLASTIC,
    tileSizeMetres: 0.05,
    metalness: 0,
    roughness: 0.8,
    reliefMillimetres: 0.015,
    createPainter: () => createSoftTouchPainter(941, '#cbb597'),
  },
];
