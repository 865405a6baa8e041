import { Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { Color, Euler, Matrix4, Quaternion, Vector3 } from 'three';

/**
 * A product that is put together from geometries of three.js.
 *
 * @param fill Is given what adds to it: `add(geometry, material, place)`, `material(look)`, `picture(name, paint)`, and `light`.
 */
export async function makeGlb(fill) {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene();
  const use = (name) => document.createExtension(ALL_EXTENSIONS.find((one) => one.EXTENSION_NAME === name));
  await fill({
    document,
    use,
    add(geometry, material, { at = [0, 0, 0], turn = [0, 0, 0], size = [1, 1, 1] } = {}) {
      const primitive = document.createPrimitive().setMaterial(material);
      const attribute = (name, type, from) => {
        const found = geometry.getAttribute(from);
        if (found === undefined) return;
        const accessor = document
          .createAccessor()
          .setType(type)
          .setArray(new Float32Array(found.array))
          .setBuffer(buffer);
        primitive.setAttribute(name, accessor);
      };
      attribute('POSITION', 'VEC3', 'position');
      attribute('NORMAL', 'VEC3', 'normal');
      attribute('TEXCOORD_0', 'VEC2', 'uv');
      attribute('COLOR_0', 'VEC3', 'color');
      if (geometry.index !== null) {
        const index = new Uint32Array(geometry.index.array);
        primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(index).setBuffer(buffer));
      }
      const quaternion = new Quaternion().setFromEuler(
        new Euler(...turn.map((degrees) => (degrees * Math.PI) / 180)),
      );
      const matrix = new Matrix4().compose(new Vector3(...at), quaternion, new Vector3(...size));
      const mesh = document.createMesh().addPrimitive(primitive);
      scene.addChild(document.createNode().setMesh(mesh).setMatrix(matrix.toArray()));
    },
    /** `colour` is sRGB; what is left out is white, rough and no metal. `with` are extensions by name with what they are set to. */
    material({
      colour = '#ffffff',
      alpha = 1,
      roughness = 0.6,
      metal = 0,
      picture,
      isDouble = false,
      alphaMode,
      glow,
      with: more = {},
    }) {
      const material = document
        .createMaterial()
        .setBaseColorFactor([...new Color(colour).toArray(), alpha])
        .setRoughnessFactor(roughness)
        .setMetallicFactor(metal)
        .setDoubleSided(isDouble);
      if (alphaMode !== undefined) material.setAlphaMode(alphaMode);
      if (glow !== undefined) material.setEmissiveFactor(glow);
      if (picture !== undefined) material.setBaseColorTexture(picture);
      for (const [name, values] of Object.entries(more)) {
        const extension = use(`KHR_materials_${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}`);
        const property = extension[`create${name}`]();
        for (const [key, value] of Object.entries(values)) property[`set${key}`](value);
        material.setExtension(property.extensionName, property);
      }
      return material;
    },
    /** A PNG. @param paint Bytes of a pixel by where it is, 0 to 1. */
    async picture(name, paint, sizePx = 256) {
      const rgba = Buffer.alloc(sizePx * sizePx * 4);
      for (let at = 0; at < sizePx * sizePx; at++) {
        rgba.set(paint((at % sizePx) / sizePx, Math.floor(at / sizePx) / sizePx), at * 4);
      }
      const png = await sharp(rgba, { raw: { width: sizePx, height: sizePx, channels: 4 } })
        .png()
        .toBuffer();
      return document.createTexture(name).setImage(new Uint8Array(png)).setMimeType('image/png');
    },
    /** A spot or a point, see KHR_lights_punctual; it looks along its -Z. */
    light(type, { at, turn = [0, 0, 0], colour = '#ffffff', intensity = 1, cone = 30 }) {
      const light = use('KHR_lights_punctual')
        .createLight()
        .setType(type)
        .setColor(new Color(colour).toArray())
        .setIntensity(intensity);
      if (type === 'spot') light.setOuterConeAngle((cone * Math.PI) / 180);
      const quaternion = new Quaternion().setFromEuler(
        new Euler(...turn.map((degrees) => (degrees * Math.PI) / 180)),
      );
      const node = document.createNode().setTranslation(at).setRotation(quaternion.toArray());
      scene.addChild(node.setExtension('KHR_lights_punctual', light));
    },
  });
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document);
}
