/** Linear colour, red, green and blue, that is written in place. */
type Rgb = { 0: number; 1: number; 2: number };

/**
 * Numbers of Rec. 709 (those of sRGB) become numbers of Display P3 for the same colour, and back; both linear, white D65.
 * What lies outside of sRGB is below 0 or above 1 in Rec. 709.
 */
export function toDisplayP3(rgb: Rgb): void {
  const { 0: r, 1: g, 2: b } = rgb;
  rgb[0] = 0.8224619687 * r + 0.1775380313 * g;
  rgb[1] = 0.0331941989 * r + 0.9668058011 * g;
  rgb[2] = 0.0170826307 * r + 0.0723974407 * g + 0.9105199286 * b;
}

/** The way back, see {@link toDisplayP3}. */
export function fromDisplayP3(rgb: Rgb): void {
  const { 0: r, 1: g, 2: b } = rgb;
  rgb[0] = 1.2249401763 * r - 0.2249401763 * g;
  rgb[1] = -0.0420569547 * r + 1.0420569547 * g;
  rgb[2] = -0.0196375546 * r - 0.0786360456 * g + 1.0982736001 * b;
}
