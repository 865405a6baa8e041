import {
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshNormalMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/**
 * What a page takes with plain three.js: the scene is drawn once for the snapshot, once for each mask with all other
 * materials black, and once for each of depth, normals and coverage; each is encoded by the canvas.
 */
export async function openPlain(host, glb, edgePx) {
  const canvas = document.createElement('canvas');
  host.append(canvas);
  const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(edgePx, edgePx, false);
  const { scene: model } = await new GLTFLoader().parseAsync(await glb.arrayBuffer(), '');
  const scene = new Scene();
  const sun = new DirectionalLight('white', 2);
  sun.position.set(2, 5, 8);
  scene.add(model, sun, new HemisphereLight('white', 'grey', 2));
  const size = new Box3().setFromObject(model).getSize(new Vector3());
  const camera = new PerspectiveCamera(45, 1, 0.1, 100);
  camera.position.set(0, 0, size.length() * 1.2);
  const meshes = [];
  model.traverse((object) => {
    if (object.isMesh) meshes.push({ object, material: object.material });
  });
  const materials = [...new Set(meshes.map(({ material }) => material))];
  const [white, black] = ['white', 'black'].map(
    (color) => new MeshBasicMaterial({ color, toneMapped: false }),
  );
  const draw = (materialOf, quality) => {
    for (const { object, material } of meshes) object.material = materialOf(material);
    renderer.render(scene, camera);
    return new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/webp', quality);
    });
  };
  renderer.render(scene, camera);
  return async () => {
    const images = [await draw((material) => material, 0.92)];
    scene.background = new Color('black');
    for (const masked of materials)
      images.push(await draw((material) => (material === masked ? white : black), 1));
    for (const pass of [new MeshDepthMaterial(), new MeshNormalMaterial(), white]) {
      images.push(await draw(() => pass, 1));
    }
    scene.background = null;
    for (const { object, material } of meshes) object.material = material;
    return images;
  };
}
