/**
 * Layers of three.js that captures and shadows look at. The screen shows layer 0, where every object is from the start, so that
 * whatever is put on the stage stays out of captures until it says that it belongs in a picture.
 */

/** What a picture of the product is made of: its parts, their light, the floor's shadow, the backdrop. */
export const PICTURE_LAYER = 1;
/** The product's parts alone. */
export const PRODUCT_LAYER = 2;
/** What throws shadows: the product's parts, or what stands in for many of them, and the light that throws them. */
export const SHADOW_LAYER = 3;
/** What of it throws them only where it is seen, while it is drawn. */
export const CUT_SHADOW_LAYER = 4;
