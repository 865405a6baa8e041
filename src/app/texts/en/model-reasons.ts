import type { ComplexityReason, ModelReason } from '../../../contract/failure-reasons.ts';

/** What is wrong with a model file, after "Error loading chair.glb: ", and what to do about it. */
export const MODEL_REASON: Readonly<Record<ModelReason, string>> = {
  'other-file':
    'what is in it is no 3D model, whatever its name says. Export the model again as GLB, glTF or OBJ.',
  'other-version': 'it is of another version of glTF. Export it again as glTF 2.0 or GLB.',
  'cut-short': 'its end is missing, as after a download or a copy that broke off. Get the file again.',
  'json-damaged':
    'the part of the file that describes the model is damaged. Get the file again, or export it again where it was made.',
  'data-damaged':
    'data of its shapes is missing from the file, or does not fit together. Export it again where it was made, or try another format.',
  'geometry-damaged':
    'its compressed shapes cannot be unpacked. Get the file again, or export it without compression.',
  'not-understood': 'it cannot be read. Export it again where it was made, or try another format.',
  'positions-damaged':
    'some points of its shapes have no place: their coordinates are not numbers. Export it again where it was made, or try another format.',
  'texture-lost':
    'one of its materials names a texture that the file does not have. Export it again with its textures.',
  'tree-damaged':
    'some of its parts contain each other in a circle, or lie in two parts at once. Put its parts list in order where it was made, then export it again.',
  'no-scene': 'it has no scene to show. Export it again with the parts you want to see.',
  'nothing-to-draw': 'there is nothing in it to draw. Export it again with the parts you want to see.',
  'nothing-visible':
    'nothing of it can be seen: its triangles have no area, or corners that the file does not have. Export it again where it was made.',
  'no-size':
    'it has no size: everything in it lies in one point. Check its scale where it was made, then export it again.',
  'extreme-size':
    'it is too small, too large or too far from its origin to be shown: its coordinates are beyond what any unit explains. Check its scale and place where it was made, then export it again.',
  'outside-folder':
    'it asks for a file outside of its own folder, and that is not read. Put its files into one folder and drop that.',
  'needs-file': 'it needs another file. Drop it together with its .bin file and its textures.',
  'file-gone': 'its file is gone. Open it again.',
  'zip-locked': 'the ZIP has a password. Unpack it, and drop what was in it.',
  'zip-method':
    'the ZIP is packed in a way that is not read here. Pack it again as an ordinary ZIP (Deflate), or unpack it and drop what was in it.',
  'zip-damaged': 'the ZIP is damaged. Get it again, or drop what should be in it.',
  'zip-nested':
    'there is no model in the ZIP, but another ZIP, which is not looked into. Unpack it, and drop what was in it.',
};
export const COMPLEXITY_REASON: Readonly<Record<ComplexityReason, string>> = {
  triangles: 'it has more triangles than can be drawn. Reduce it where it was made, then export it again.',
  elements:
    'it announces more points or parts than can be drawn. Reduce it where it was made, then export it again.',
  depth:
    'its parts are grouped inside each other deeper than can be drawn. Ungroup some where it was made, then export it again.',
  description: 'it lists more parts than can be read. Join parts where it was made, then export it again.',
  archive: 'the ZIP unpacks to more than 1 GB. Take out of it what the model does not need.',
  'archive-files': 'the ZIP holds too many files. Take out of it what the model does not need.',
  time: 'it takes too long to read. Reduce its triangles where it was made, then export it again.',
  memory:
    'it needs more memory than there is. Reduce its triangles and textures where it was made, then export it again.',
  'stopped-viewer':
    'the 3D view stopped over it, and has started again. Reduce its triangles and textures, or close other tabs and try again.',
};

/** Of what the Studio engine cannot draw: our own word for it, or the file's in quotation marks. */
export function nameFeature(feature: string): string {
  return /_/.test(feature) ? `“${feature}”` : feature;
}
