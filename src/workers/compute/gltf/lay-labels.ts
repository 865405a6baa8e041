import type { Document, Material, Node, Primitive } from '@gltf-transform/core';
import { KHRMaterialsClearcoat, KHRMaterialsSpecular } from '@gltf-transform/extensions';
import {
  LABEL_FOIL_ROUGHNESS,
  LABEL_GLOSS_ROUGHNESS,
  LABEL_MATT_ROUGHNESS,
  type Label,
  touches,
} from '../../../contract/scene/label.ts';
import type { StageLabel } from '../../../contract/stage.ts';
import type { GltfJson } from '../../../tracer/gltf/gltf-json.ts';
import { readFloats } from '../../../tracer/gltf/read-accessor.ts';
import { readTriangles } from '../../../tracer/gltf/read-mesh.ts';
import { determinant, type Matrix, multiply } from '../../../tracer/matrix.ts';
import { bleedColours } from '../pictures/bleed-colours.ts';
import { drawPixels, writePng } from '../pictures/convert-image.ts';
import { cutLabel, type LabelCut } from './cut-label.ts';
import { placePoints } from './place-points.ts';

/** Between a label and what it lies on, of a product that fills 10: others flicker where both lie in one place. */
const LIFT = 0.008;

/** Labels, and the document before it was patched, by whose nodes and materials they say what they lie on. */
export interface FileLabels {
  readonly labels: readonly StageLabel[];
  readonly file: GltfJson;
}

/**
 * Lays labels over a model as thin meshes with blended pictures, one below each node that wears it, so that they go along with
 * it. Skinned parts and instances go without: what a label lies on there differs by the pose, and by the instance.
 *
 * @param toLabels Frame of the document to the normalised one.
 */
export async function layLabels(
  document: Document,
  { labels, file }: FileLabels,
  toLabels: Matrix,
): Promise<void> {
  const nodes = document.getRoot().listNodes();
  for (const [order, { label, image }] of labels.entries()) {
    if (image === null) continue;
    const worn: { node: Node; primitive: Primitive; cut: LabelCut }[] = [];
    for (const [index, { mesh = -1 }] of (file.nodes ?? []).entries()) {
      const node = nodes[index];
      if (node === undefined || node.getSkin() !== null || node.getExtension('EXT_mesh_gpu_instancing'))
        continue;
      const world = multiply(toLabels, node.getWorldMatrix());
      for (const [at, primitive] of (node.getMesh()?.listPrimitives() ?? []).entries()) {
        const material = file.meshes?.[mesh]?.primitives?.[at]?.material ?? -1;
        if (primitive.getMode() < 4 || !touches(label, index, material)) continue;
        const cut = cutPrimitive(primitive, world, label, (order + 1) * LIFT);
        if (cut !== null) worn.push({ node, primitive, cut });
      }
    }
    if (worn.length === 0) continue;
    const png = image.type === 'image/png' ? image : await writeAsPng(image);
    const picture = document
      .createTexture(label.name)
      .setMimeType('image/png')
      .setImage(new Uint8Array(await png.arrayBuffer()));
    for (const { node, primitive, cut } of worn) {
      const material = makeMaterial(document, label, primitive.getMaterial()).setBaseColorTexture(picture);
      const mesh = document.createMesh(label.name).addPrimitive(draw(document, cut).setMaterial(material));
      node.addChild(document.createNode(label.name).setMesh(mesh));
    }
  }
}

/** Few programs read WebP in a glTF file. What a canvas decodes is black where nothing is seen of it. */
async function writeAsPng(image: Blob): Promise<Blob> {
  const pixels = await drawPixels(image, image.type);
  bleedColours(pixels.rgba, pixels.widthPx, pixels.heightPx);
  return writePng(pixels);
}

/** Null where none of it lies under the label. */
function cutPrimitive(primitive: Primitive, world: Matrix, label: Label, lift: number): LabelCut | null {
  const accessor = primitive.getAttribute('POSITION');
  if (accessor === null) return null;
  const normals = primitive.getAttribute('NORMAL');
  const positions = readFloats(accessor, 3);
  const cut = cutLabel(
    {
      positions,
      normals: normals === null ? null : readFloats(normals, 3),
      places: placePoints(positions, world),
      indices: readTriangles(primitive, accessor.getCount()),
      isMirrored: determinant(world) < 0,
    },
    label,
  );
  if (cut.positions.length === 0) return null;
  raise(cut, world, lift);
  return cut;
}

/** Moves a cut out along its normals. @param lift In the frame that `world` leads to. */
function raise({ positions, normals }: LabelCut, world: Matrix, lift: number): void {
  const [a = 1, b = 0, c = 0, , d = 0, e = 1, f = 0, , g = 0, h = 0, i = 1] = world;
  for (let at = 0; at + 2 < normals.length; at += 3) {
    const [x = 0, y = 0, z = 0] = normals.slice(at, at + 3);
    const length = Math.hypot(x, y, z) || 1;
    const there = Math.hypot(a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z) || 1;
    for (const [k, value] of [x, y, z].entries()) {
      positions[at + k] = (positions[at + k] ?? 0) + (value * lift) / there;
      normals[at + k] = value / length;
    }
  }
}

function draw(document: Document, { positions, normals, uvs }: LabelCut): Primitive {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const create = (type: 'VEC2' | 'VEC3', values: readonly number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer);
  return document
    .createPrimitive()
    .setAttribute('POSITION', create('VEC3', positions))
    .setAttribute('NORMAL', create('VEC3', normals))
    .setAttribute('TEXCOORD_0', create('VEC2', uvs));
}

function makeMaterial(document: Document, label: Label, part: Material | null): Material {
  const { name, finish, opacity } = label;
  const own = part?.getRoughnessFactor() ?? 1;
  const roughness = { print: own, gloss: own, matt: LABEL_MATT_ROUGHNESS, foil: LABEL_FOIL_ROUGHNESS }[
    finish
  ];
  const material = document
    .createMaterial(name)
    .setAlphaMode('BLEND')
    .setBaseColorFactor([1, 1, 1, opacity])
    .setMetallicFactor(finish === 'foil' ? 1 : 0)
    .setRoughnessFactor(roughness);
  if (finish !== 'gloss') return material;
  const coat = document
    .createExtension(KHRMaterialsClearcoat)
    .createClearcoat()
    .setClearcoatFactor(1)
    .setClearcoatRoughnessFactor(LABEL_GLOSS_ROUGHNESS);
  // Below varnish print has no boundary to the air.
  const below = document.createExtension(KHRMaterialsSpecular).createSpecular().setSpecularFactor(0);
  return material.setExtension('KHR_materials_clearcoat', coat).setExtension('KHR_materials_specular', below);
}
