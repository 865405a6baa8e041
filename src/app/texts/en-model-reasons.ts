import type { ComplexityReason, ModelReason } from '../../contract/failure.ts';

/** What is wrong with a model file, after "Error loading chair.glb: ", and what to do about it. */
export const MODEL_REASON: Readonly<Record<ModelReason, string>> = {
  'other-file':
    'it is something else than a 3D model, whatever its name says. Export it again as GLB, glTF or OBJ.',
  'other-version': 'it is of another version of glTF. Export it again as glTF 2.0 or GLB.',
  'cut-short': 'its end is missing, as after a download or a copy that broke off. Get the file again.',
  'json-damaged':
    'its description of the model is damaged. Get the file again, or export it again where it was made.',
  'data-damaged':
    'what it says about its shapes does not fit together. Export it again where it was made, or try another format.',
  'geometry-damaged':
    'its compressed shapes cannot be unpacked. Get the file again, or export it without compression.',
  'positions-damaged':
    'the places of its points are not numbers. Export it again where it was made, or try another format.',
  'texture-lost':
    'one of its materials names a texture that the file does not have. Export it again with its textures.',
  'tree-damaged':
    'its parts hold one another in a circle. Put them in order where it was made, then export it again.',
  'no-scene': 'it has no scene to show. Export it again with the parts you want to see.',
  'nothing-to-draw': 'there is nothing in it to draw. Export it again with the parts you want to see.',
  'nothing-visible':
    'nothing of it can be seen: its triangles have no area, or corners that the file does not have. Export it again where it was made.',
  'no-size':
    'it has no size: everything in it lies in one point. Check its scale where it was made, then export it again.',
  'outside-folder':
    'it asks for a file outside of its own folder, and that is not read. Put its files into one folder and drop that.',
  'needs-file': 'it needs another file. Drop it together with its .bin file and its textures.',
  'file-gone': 'its file is gone. Open it again.',
  'zip-locked': 'the ZIP has a password. Unpack it, and drop what was in it.',
  'zip-damaged': 'the ZIP is damaged. Get it again, or drop what should be in it.',
};
export const COMPLEXITY_REASON: Readonly<Record<ComplexityReason, string>> = {
  triangles: 'it has more triangles than can be drawn. Reduce it where it was made, then export it again.',
  elements:
    'it announces more points or parts than can be drawn. Reduce it where it was made, then export it again.',
  depth:
    'its parts are nested deeper than can be drawn. Flatten its tree where it was made, then export it again.',
  description: 'it lists more parts than can be read. Join parts where it was made, then export it again.',
  archive: 'the ZIP unpacks to more than 1 GB. Take out of it what the model does not need.',
  'archive-files': 'the ZIP holds too many files. Take out of it what the model does not need.',
  time: 'it takes too long to read. Reduce its triangles where it was made, then export it again.',
  memory:
    'it needs more memory than there is. Reduce its triangles and textures where it was made, then export it again.',
  'stopped-viewer':
    'the 3D view stopped over it, and has started again. Reduce its triangles and textures, or close other tabs and try again.',
};
