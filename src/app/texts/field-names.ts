/** What the server may refuse, as the panels call it. */
export type FieldName = (typeof FIELDS)[number][0];

/** Words in the names of the server's fields. The first that fits counts. */
const FIELDS = [
  ['materials', /dressing|material|texture|roughness|metalness|selected/i],
  ['masks', /mask/i],
  ['views', /camera|\bviews?(?![a-z])|_views?\b|viewId|pose|field_of_view|fov/i],
  ['placement', /axis|transform/i],
  ['model', /model|scene/i],
  ['background', /background/i],
  ['style', /style/i],
  ['negativePrompt', /negative_?prompt/i],
  ['prompt', /prompt/i],
  ['seed', /seed/i],
  ['batch', /batch/i],
  ['size', /width|height|output_?px/i],
  ['creativity', /creativity/i],
  ['engine', /workflow|engine/i],
  ['light', /exposure|tone_?mapping|light|shadow/i],
  ['category', /category/i],
  ['email', /e-?mail/i],
  ['password', /password|^current$/i],
  ['invitation', /invitation/i],
  ['language', /language/i],
  ['firstName', /first_?name/i],
  ['lastName', /last_?name/i],
  ['tileSize', /tile_?size/i],
  ['look', /\blook\b/i],
  ['message', /message|comment|note/i],
  ['credits', /credits|amount/i],
  ['description', /description/i],
  ['name', /name|title/i],
  ['picture', /image|picture|file|thumbnail/i],
] as const satisfies readonly (readonly [string, RegExp])[];

/** The panels' names of refused fields, each once; those that no panel has are left out. */
export function nameFields(fields: Readonly<Record<string, string>>): FieldName[] {
  const names = Object.keys(fields).flatMap((field) => {
    const found = FIELDS.find(([, pattern]) => pattern.test(field));
    return found === undefined ? [] : [found[0]];
  });
  return [...new Set(names)];
}
