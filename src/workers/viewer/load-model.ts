import {
  type Group,
  InstancedMesh,
  LoadingManager,
  type Material,
  Mesh,
  type MeshStandardMaterial,
  type Object3D,
  PointsMaterial,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { DRACO_GLTF_CONFIG, DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { type GLTF, GLTFLoader, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import type { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { AppError } from '../../contract/failure.ts';
import { readDataUri } from '../../contract/files/read-data-uri.ts';
import type { UnreadableImage } from '../../contract/model-report.ts';
import { applyVariant } from '../../tracer/gltf/apply-variant.ts';
import { objectOf } from '../../tracer/gltf/gltf-content.ts';
import type { GltfJson } from '../../tracer/gltf/gltf-json.ts';
import { gaveUp, unreadable } from '../../tracer/gltf/gltf-values.ts';
import { mendDocument, mendRotations } from '../../tracer/gltf/mend-document.ts';
import { readGlb } from '../../tracer/gltf/read-glb.ts';
import { readImageSize } from '../../tracer/gltf/read-image-size.ts';
import { readFileLights } from '../../tracer/light/read-file-lights.ts';
import { readLightProfiles } from '../../tracer/light/read-light-profiles.ts';
import { listImageUses, standInImages } from '../compute/gltf/list-image-uses.ts';
import { adaptDocument } from './adapt-document.ts';
import { PICTURE_LAYER, PRODUCT_LAYER, SHADOW_LAYER } from './capture-layers.ts';
import { centreFarGeometry, type NearGeometries } from './centre-far-geometry.ts';
import { createKtx2Decoder } from './decode-ktx2.ts';
import { decodeTexture } from './decode-texture.ts';
import { dropStrayTriangles } from './drop-stray-triangles.ts';
import { dropUnusedPoints } from './drop-unused-points.ts';
import { keepStrongestJoints } from './keep-strongest-joints.ts';
import { type LoadedClip, ModelMotion } from './model-motion.ts';
import { readClips } from './read-clips.ts';
import { readDiffuse } from './read-diffuse.ts';
import { repeatCopies } from './repeat-copies.ts';
import { showInnerGlass } from './show-inner-glass.ts';
import { splitMirrored } from './split-mirrored.ts';
import { spreadAccessors } from './spread-accessors.ts';
import type { LoadedModel, ModelPart } from './stage-model.ts';

/** One pixel is not seen on a screen of 2 or 3 pixels a point. */
const POINT_SIZE_PX = 3;

/** An address that cannot be fetched: a model file never reaches for the network or the disk. */
const REFUSED = 'data:,';

/** What the loader of three.js keeps to itself and must be replaced: see {@link readImagesItself}. */
interface ImageParser {
  readonly json: {
    images?: { uri?: string; name?: string; bufferView?: number; mimeType?: string }[];
  };
  sourceCache: Record<number, Promise<Texture>>;
  loadImageSource(index: number): Promise<Texture>;
  getDependency(kind: 'bufferView', index: number): Promise<ArrayBuffer>;
}

/**
 * Reads a GLB into objects of three.js. Lights and cameras of the file are no objects of it; it stands in the file's own pose, and
 * nothing outside the file is fetched.
 *
 * @param renderer Tells which texture formats the card knows.
 * @param onProgress Share of the work done, 0 to 1.
 * @param variant Colourway by its name.
 * @throws AppError `file-empty`, `model-unreadable`, `model-too-complex`.
 */
export async function loadModel(
  glb: Blob,
  renderer: WebGLRenderer,
  onProgress: (fraction: number) => void,
  variant: string | null = null,
): Promise<LoadedModel> {
  onProgress(0.05);
  const bytes = await glb.arrayBuffer();
  const contents = readGlb(new Uint8Array(bytes));
  const profiles = readLightProfiles(contents.json, contents.binary);
  onProgress(0.2);

  const manager = new LoadingManager();
  manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : REFUSED));
  const draco = new DRACOLoader().setDecoderPath(DRACO_GLTF_CONFIG);
  const unreadableImages: UnreadableImage[] = [];
  let animated: GltfJson | null = null;
  let lit: GltfJson | null = null;
  try {
    const loader = new GLTFLoader(manager)
      .setDRACOLoader(draco)
      // Asked for nothing: all images are read below.
      .setKTX2Loader({} as KTX2Loader)
      .setMeshoptDecoder(MeshoptDecoder)
      .register(readDiffuse)
      .register(repeatCopies)
      .register((parser) => {
        mendDocument(parser.json);
        mendRotations(parser.json);
        animated = { ...parser.json };
        lit = animated;
        // Read below, by the tracer's numbers.
        delete parser.json.animations;
        Object.assign(parser.json, adaptDocument(applyVariant(parser.json, variant)));
        Object.assign(parser.json, standInImages(parser.json as GltfJson));
        spreadAccessors(parser);
        readImagesItself(parser as unknown as ImageParser, renderer, unreadableImages);
        return { name: 'vitrine-images' };
      });
    const gltf = await loader.parseAsync(bytes, '');
    onProgress(0.7);
    const clips = animated === null ? [] : await readClips(animated, gltf.parser);
    const readLights: LoadedModel['readLights'] = (normalisation, strength) =>
      lit === null ? [] : readFileLights(lit, profiles, normalisation, strength);
    const collected = collect(gltf, clips);
    showInnerGlass(collected.root);
    return { ...collected, unreadableImages, readLights };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw gaveUp(contents.json, cause);
  } finally {
    draco.dispose();
  }
}

/**
 * Replaces the image path of GLTFLoader. Its own asks the user agent whether bitmaps work and takes a loader that
 * needs `document` in Chrome and Firefox for iPad, so that every texture is lost without an error (three.js #28712);
 * it also fetches blob: addresses, accepts images of any size, and tells nobody which image failed. Its KTX2 reader
 * makes functions from text, which the Content-Security-Policy refuses.
 */
function readImagesItself(
  parser: ImageParser,
  renderer: WebGLRenderer,
  unreadableImages: UnreadableImage[],
): void {
  const ktx2 = createKtx2Decoder(renderer);
  const uses = listImageUses(objectOf(parser.json));
  parser.loadImageSource = (index) => {
    const known = parser.sourceCache[index];
    if (known !== undefined) return known.then((texture) => texture.clone());
    const image = parser.json.images?.[index];
    const isInside = image?.uri === undefined || image.uri.startsWith('data:');
    const name = image?.name || (isInside ? '' : String(image?.uri).slice(0, 100));
    const decode = async (): Promise<Texture> => {
      try {
        const file = await readImage(parser, image);
        return (await isKtx2(file))
          ? await ktx2.decode(new Uint8Array(await file.arrayBuffer()), name)
          : await decodeTexture(file, name, renderer.capabilities.maxTextureSize);
      } catch (error) {
        // What lies outside is listed as missing, not as damaged.
        if (isInside) unreadableImages.push({ name, materials: uses(index).materials });
        throw error;
      }
    };
    const decoding = decode();
    parser.sourceCache[index] = decoding;
    return decoding;
  };
}

type GltfImage = NonNullable<ImageParser['json']['images']>[number];

async function isKtx2(file: Blob): Promise<boolean> {
  return readImageSize(new Uint8Array(await file.slice(0, 32).arrayBuffer()))?.format === 'ktx2';
}

async function readImage(parser: ImageParser, image: GltfImage | undefined): Promise<Blob> {
  const type = image?.mimeType ?? '';
  if (image?.bufferView !== undefined) {
    return new Blob([await parser.getDependency('bufferView', image.bufferView)], { type });
  }
  const uri = image?.uri ?? '';
  const bytes = readDataUri(uri);
  if (bytes === null) throw new Error('the image is outside the file, or damaged');
  return new Blob([bytes], { type: /^data:([^,;]*)/.exec(uri)?.[1] ?? '' });
}

function collect(
  gltf: GLTF,
  clips: readonly LoadedClip[],
): Omit<LoadedModel, 'unreadableImages' | 'readLights'> {
  // A file without a scene is a library of parts; there is nothing to show.
  const root = gltf.scene as Group | undefined;
  if (root === undefined) throw unreadable('it has no scene', 'no-scene');
  const parts: ModelPart[] = [];
  const nodes = new Map<number, Object3D>();
  const near: NearGeometries = new WeakMap();
  let triangleCount = 0;
  let strayTriangleCount = 0;
  let isVisible = false;
  root.traverse((object) => {
    const nodeIndex = gltf.parser.associations.get(object)?.nodes;
    if (nodeIndex !== undefined) {
      nodes.set(nodeIndex, object);
      object.userData.isNode = true;
    }
    if (!('isMesh' in object || 'isPoints' in object || 'isLine' in object)) return;
    const mesh = object as Mesh<Mesh['geometry'], Material>;
    if (mesh.material instanceof PointsMaterial) mesh.material.size = POINT_SIZE_PX;
    splitMirrored(mesh);
    const hasSurface = mesh instanceof Mesh;
    const judged = hasSurface ? dropStrayTriangles(mesh) : null;
    if (judged === null) dropUnusedPoints(mesh.geometry);
    isVisible ||= judged?.isVisible ?? true;
    strayTriangleCount += judged?.strayCount ?? 0;
    keepStrongestJoints(mesh.geometry);
    if (clips.length === 0) centreFarGeometry(mesh, near);
    for (const layer of [PICTURE_LAYER, PRODUCT_LAYER, SHADOW_LAYER]) mesh.layers.enable(layer);
    const fileIndex = gltf.parser.associations.get(mesh.material)?.materials ?? -1;
    dimLost(mesh.material, gltf.parser.json.materials?.[fileIndex]);
    parts.push({
      mesh,
      hasSurface,
      nodeIndex: nodeIndexOf(mesh, gltf.parser),
      fileIndex,
      materialIndex: fileIndex,
      fileMaterial: mesh.material,
    });
    if (!hasSurface) return;
    const count = (mesh.geometry.index ?? mesh.geometry.getAttribute('position'))?.count ?? 0;
    triangleCount += (count / 3) * (mesh instanceof InstancedMesh ? mesh.count : 1);
  });
  if (!isVisible) {
    throw unreadable('every triangle has no area, or names points that are not there', 'nothing-visible');
  }
  const motion = new ModelMotion(clips, nodes);
  return { root, parts, nodes, triangleCount: Math.floor(triangleCount), strayTriangleCount, motion };
}

/** What asks for a picture of its glow that could not be read glows nowhere, as with the tracer's `dimLostGlow`. */
function dimLost(material: Material, source: unknown): void {
  const { emissive, emissiveMap } = material as Partial<MeshStandardMaterial>;
  if (objectOf(source).emissiveTexture !== undefined && emissiveMap === null) emissive?.setScalar(0);
}

/** A primitive of a mesh with several is a child of its node's object. */
function nodeIndexOf(object: Object3D, parser: GLTFParser): number {
  for (let above: Object3D | null = object; above !== null; above = above.parent) {
    const index = parser.associations.get(above)?.nodes;
    if (index !== undefined) return index;
  }
  return -1;
}
