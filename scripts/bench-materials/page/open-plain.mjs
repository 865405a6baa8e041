import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  MeshStandardMaterial,
  PerspectiveCamera,
  RepeatWrapping,
  Scene,
  SRGBColorSpace,
  Texture,
  Vector3,
  WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/**
 * Plain three.js on the page: two lights, no shadows, no reflections.
 *
 * @returns Function that puts a picture where the file's was, with `turn`, which goes around the model for so many frames, or
 *   until that moment of `performance.now()`, and resolves with how many there were.
 */
export async function openPlain(host, glb) {
  const canvas = document.createElement('canvas');
  host.append(canvas);
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  renderer.setSize(host.clientWidth, host.clientHeight, false);
  const { scene: model } = await new GLTFLoader().parseAsync(await glb.arrayBuffer(), '');
  const scene = new Scene();
  const sun = new DirectionalLight('white', 2);
  sun.position.set(2, 5, 8);
  scene.add(model, sun, new HemisphereLight('white', 'grey', 2));
  const size = new Box3().setFromObject(model).getSize(new Vector3());
  const camera = new PerspectiveCamera(45, host.clientWidth / host.clientHeight, 0.1, 100);
  camera.position.set(0, 0, size.length() * 1.2);
  renderer.render(scene, camera);
  const turn = async (frameCount, endMs) => {
    let drawn = 0;
    while (drawn < frameCount && performance.now() < endMs) {
      await new Promise(requestAnimationFrame);
      camera.position.applyAxisAngle(new Vector3(0, 1, 0), 0.01);
      camera.lookAt(0, 0, 0);
      renderer.render(scene, camera);
      drawn += 1;
    }
    return drawn;
  };
  const dress = async (image) => {
    const bitmap = await createImageBitmap(image, { colorSpaceConversion: 'none' });
    const texture = new Texture(bitmap);
    texture.flipY = false;
    texture.colorSpace = SRGBColorSpace;
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.needsUpdate = true;
    const material = new MeshStandardMaterial({ map: texture, metalness: 0, roughness: 0.6 });
    model.traverse((object) => {
      if (object.isMesh) object.material = material;
    });
    renderer.render(scene, camera);
  };
  return Object.assign(dress, { turn });
}
