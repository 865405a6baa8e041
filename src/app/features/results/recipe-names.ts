import type { AssetType } from '../../../contract/http/libraries.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';

/** What a recipe does not name: it has numbers. Null where nothing better is known. */
export interface RecipeNames {
  readonly material: (modelHash: string, materialIndex: number) => string | null;
  readonly view: (camera: RenderSpec['camera']) => string | null;
  /** An item that is in the library by its name in the page's language; the recipe has one name, in one. */
  readonly item: (assetType: AssetType, id: number | null) => string | null;
}
