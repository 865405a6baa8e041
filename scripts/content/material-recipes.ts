import type { Category, MaterialRecipe, Text } from './material-recipe.ts';
import {
  createBouclePainter,
  createCanvasPainter,
  createFeltPainter,
  createKnitPainter,
  GREY_KNIT,
  NAVY_CANVAS,
  OAT_LINEN,
  RUST_KNIT,
} from './materials/fabric.ts';
import { BLACK, BONE, CHESTNUT, COGNAC, createLeatherPainter } from './materials/leather.ts';
import { createBrushedPainter, createPolishedPainter, createSatinPainter } from './materials/metal.ts';
import { createErodedPainter, createSoftTouchPainter } from './materials/plastic.ts';
import {
  createConcretePainter,
  createMarblePainter,
  createTerrazzoPainter,
  createTravertinePainter,
} from './materials/stone.ts';
import { ASH, createWoodPainter, OAK, SMOKED_OAK, WALNUT } from './materials/wood.ts';
import type { Painter } from './picture.ts';

const WOOD: Category = { slug: 'wood', en: 'Wood', es: 'Madera' };
const LEATHER: Category = { slug: 'leather', en: 'Leather', es: 'Cuero' };
const FABRIC: Category = { slug: 'fabric', en: 'Fabric', es: 'Tela' };
const METAL: Category = { slug: 'metal', en: 'Metal', es: 'Metal' };
const STONE: Category = { slug: 'stone', en: 'Stone', es: 'Piedra' };
const PLASTIC: Category = { slug: 'plastic', en: 'Plastic', es: 'Plástico' };

/** @param surface Tile in metres, roughness, relief in millimetres, and the WebP quality it needs. */
function recipe(
  category: Category,
  slug: string,
  name: Text,
  surface: readonly [
    tileSizeMetres: number,
    roughness: number,
    reliefMillimetres: number,
    webpQuality: 90 | 94,
  ],
  createPainter: () => Painter,
): MaterialRecipe {
  const [tileSizeMetres, roughness, reliefMillimetres, webpQuality] = surface;
  const metalness = category === METAL ? 1 : 0;
  return {
    slug,
    name,
    category,
    tileSizeMetres,
    metalness,
    roughness,
    reliefMillimetres,
    webpQuality,
    createPainter,
  };
}

export const MATERIAL_RECIPES: readonly MaterialRecipe[] = [
  recipe(WOOD, 'walnut', { en: 'Walnut', es: 'Nogal' }, [0.12, 0.42, 0.08, 94], () =>
    createWoodPainter(WALNUT),
  ),
  recipe(WOOD, 'oak', { en: 'Oak', es: 'Roble' }, [0.14, 0.55, 0.1, 94], () => createWoodPainter(OAK)),
  recipe(WOOD, 'ash', { en: 'Ash', es: 'Fresno' }, [0.16, 0.5, 0.08, 94], () => createWoodPainter(ASH)),
  recipe(WOOD, 'smoked-oak', { en: 'Smoked oak', es: 'Roble ahumado' }, [0.14, 0.5, 0.1, 94], () =>
    createWoodPainter(SMOKED_OAK),
  ),
  recipe(
    LEATHER,
    'chestnut-leather',
    { en: 'Chestnut leather', es: 'Cuero castaño' },
    [0.05, 0.55, 0.09, 90],
    () => createLeatherPainter(CHESTNUT),
  ),
  recipe(LEATHER, 'black-leather', { en: 'Black leather', es: 'Cuero negro' }, [0.05, 0.5, 0.1, 90], () =>
    createLeatherPainter(BLACK),
  ),
  recipe(LEATHER, 'cognac-leather', { en: 'Cognac leather', es: 'Cuero coñac' }, [0.05, 0.5, 0.07, 90], () =>
    createLeatherPainter(COGNAC),
  ),
  recipe(LEATHER, 'bone-leather', { en: 'Bone leather', es: 'Cuero hueso' }, [0.05, 0.58, 0.1, 90], () =>
    createLeatherPainter(BONE),
  ),
  recipe(FABRIC, 'boucle', { en: 'Bouclé', es: 'Bouclé' }, [0.1, 0.95, 0.8, 90], () =>
    createBouclePainter(601, ['#7d7161', '#b3a793', '#d8cdbb', '#ebe3d5', '#f4eee4']),
  ),
  recipe(FABRIC, 'navy-canvas', { en: 'Navy canvas', es: 'Lona azul marino' }, [0.05, 0.9, 0.18, 90], () =>
    createCanvasPainter(NAVY_CANVAS),
  ),
  recipe(FABRIC, 'oat-linen', { en: 'Oat linen', es: 'Lino avena' }, [0.05, 0.92, 0.16, 90], () =>
    createCanvasPainter(OAT_LINEN),
  ),
  recipe(FABRIC, 'charcoal-felt', { en: 'Charcoal felt', es: 'Fieltro carbón' }, [0.06, 0.97, 0.12, 90], () =>
    createFeltPainter(641, ['#2b2c2f', '#44464a', '#5d5f63', '#85878a']),
  ),
  recipe(FABRIC, 'grey-knit', { en: 'Grey knit', es: 'Punto gris' }, [0.08, 0.94, 1.1, 90], () =>
    createKnitPainter(GREY_KNIT),
  ),
  recipe(FABRIC, 'rust-knit', { en: 'Rust knit', es: 'Punto teja' }, [0.08, 0.94, 1.1, 90], () =>
    createKnitPainter(RUST_KNIT),
  ),
  recipe(METAL, 'polished-steel', { en: 'Polished steel', es: 'Acero pulido' }, [0.2, 0.09, 0, 94], () =>
    createPolishedPainter(769, '#c9cbcd'),
  ),
  recipe(METAL, 'polished-gold', { en: 'Polished gold', es: 'Oro pulido' }, [0.2, 0.1, 0, 94], () =>
    createPolishedPainter(773, '#f0c674'),
  ),
  recipe(
    METAL,
    'brushed-aluminium',
    { en: 'Brushed aluminium', es: 'Aluminio cepillado' },
    [0.08, 0.32, 0.004, 94],
    () => createBrushedPainter(701, '#cfd1d3', 0.085),
  ),
  recipe(METAL, 'brass', { en: 'Brass', es: 'Latón' }, [0.1, 0.28, 0.003, 94], () =>
    createSatinPainter(733, '#e3c077', '#b98f4a'),
  ),
  recipe(METAL, 'copper', { en: 'Copper', es: 'Cobre' }, [0.1, 0.26, 0.003, 94], () =>
    createSatinPainter(757, '#e2a184', '#b06a4c'),
  ),
  recipe(METAL, 'gunmetal', { en: 'Gunmetal', es: 'Acero pavonado' }, [0.08, 0.36, 0.004, 94], () =>
    createBrushedPainter(761, '#5a5d62', 0.11),
  ),
  recipe(STONE, 'carrara-marble', { en: 'Carrara marble', es: 'Mármol de Carrara' }, [0.4, 0.18, 0, 94], () =>
    createMarblePainter(809, ['#f3f2ef', '#e4e4e2', '#c3c6c8', '#959a9f', '#6f757c']),
  ),
  recipe(STONE, 'black-marble', { en: 'Black marble', es: 'Mármol negro' }, [0.4, 0.16, 0, 94], () =>
    createMarblePainter(823, ['#161618', '#1d1d1f', '#3d3c3c', '#a19d97', '#e9e5dd']),
  ),
  recipe(STONE, 'travertine', { en: 'Travertine', es: 'Travertino' }, [0.3, 0.5, 0.25, 94], () =>
    createTravertinePainter(839, ['#b79f80', '#cdb899', '#dccbb0', '#e8dcc6', '#efe6d5']),
  ),
  recipe(STONE, 'terrazzo', { en: 'Terrazzo', es: 'Terrazo' }, [0.25, 0.25, 0, 90], () =>
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
  ),
  recipe(STONE, 'concrete', { en: 'Concrete', es: 'Hormigón' }, [0.5, 0.78, 0.9, 90], () =>
    createConcretePainter(877, ['#6f6e6b', '#8b8985', '#a3a19c', '#b4b2ad', '#c2c0bb']),
  ),
  recipe(PLASTIC, 'matte-black', { en: 'Matte black', es: 'Negro mate' }, [0.04, 0.6, 0.03, 94], () =>
    createErodedPainter(907, '#222325', 0.16),
  ),
  recipe(
    PLASTIC,
    'soft-touch-sand',
    { en: 'Soft-touch sand', es: 'Arena tacto suave' },
    [0.05, 0.8, 0.015, 94],
    () => createSoftTouchPainter(941, '#cbb597'),
  ),
  recipe(PLASTIC, 'gloss-white', { en: 'Gloss white', es: 'Blanco brillante' }, [0.08, 0.12, 0, 94], () =>
    createSoftTouchPainter(953, '#eeeeec', 0.12),
  ),
  recipe(PLASTIC, 'sage-satin', { en: 'Sage satin', es: 'Salvia satinado' }, [0.04, 0.42, 0.02, 94], () =>
    createErodedPainter(967, '#8d9c84', 0.07),
  ),
];
