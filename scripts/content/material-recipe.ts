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
  /** 1 to 100. Even surfaces need 94 to repeat without a seam; busy ones hide it at 90 and weigh a third less. */
  readonly webpQuality: 90 | 94;
  readonly createPainter: () => Painter;
}
