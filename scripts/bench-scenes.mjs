import { CylinderGeometry, LatheGeometry, Matrix4, SphereGeometry, TorusGeometry, Vector2 } from 'three';

/** Stage height of every bench product. */
const SIZE = 10;

/** A lathed bottle with label, collar and ribbed cap: 132,000 triangles, four materials. */
export function bottle() {
  const body = lathe(
    [
      [0, 0.02],
      [0.44, 0.01],
      [0.5, 0.14],
      [0.5, 1.18],
      [0.42, 1.37],
      [0.2, 1.46],
      [0.185, 1.6],
    ],
    150,
    160,
  );
  const label = new CylinderGeometry(0.504, 0.504, 0.78, 160, 4, true, -1.25, 2.5).translate(0, 0.66, 0);
  const collar = new TorusGeometry(0.2, 0.03, 40, 160).rotateX(Math.PI / 2).translate(0, 1.5, 0);
  const cap = lathe(
    [
      [0.2, 1.545],
      [0.23, 1.57],
      [0.23, 1.9],
      [0.19, 1.95],
      [0.001, 1.953],
    ],
    100,
    360,
    (x, y, z) => {
      const inRibs = y > 1.58 && y < 1.92;
      return inRibs ? 1 - 0.011 * (1 + Math.cos(Math.atan2(z, x) * 48)) : 1;
    },
  );
  return merge([body, label, collar, cap], SIZE / 1.953);
}

/** Two ear cups, pads, rims and a band: 100,000 triangles, four materials. */
export function headphones() {
  const parts = [];
  for (const side of [-1, 1]) {
    const place = new Matrix4()
      .makeTranslation(side * 0.8, 0.6, 0)
      .multiply(new Matrix4().makeRotationZ((side * -Math.PI) / 2));
    const profile = [
      [0, 0.16],
      [0.27, 0.14],
      [0.35, 0.03],
      [0.3, -0.05],
    ];
    parts.push(lathe(profile, 80, 100).applyMatrix4(place));
    parts.push(
      new TorusGeometry(0.25, 0.095, 60, 110)
        .rotateX(Math.PI / 2)
        .translate(0, -0.11, 0)
        .applyMatrix4(place),
    );
    parts.push(new TorusGeometry(0.345, 0.012, 24, 200).rotateX(Math.PI / 2).applyMatrix4(place));
  }
  parts.push(new TorusGeometry(0.8, 0.05, 40, 340, Math.PI).scale(1, 1, 2).translate(0, 0.95, 0));
  return merge(parts, SIZE / 1.8, [0, 1, 2, 0, 1, 2, 3]);
}

/** A sphere with two waves of bumps: a million triangles, one material. */
export function bumpySphere() {
  const n = 708;
  const sphere = new SphereGeometry(0.5, n, n).translate(0, 0.5, 0);
  displace(sphere, (x, y, z) => {
    const coarse = Math.sin(x * 26) * Math.sin((y - 0.5) * 32) * Math.sin(z * 24);
    return 1 + 0.06 * coarse + 0.01 * Math.sin(x * 120) * Math.sin(y * 150) * Math.sin(z * 140);
  });
  return merge([sphere], SIZE);
}

/** A studio: dim dome, one key softbox, one strip. */
export function studioSky(widthPx = 512, heightPx = 256) {
  const radiance = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const u = x / widthPx;
      const v = y / heightPx;
      let value = 0.45 * (1 - 0.8 * v);
      if (u > 0.6 && u < 0.72 && v > 0.18 && v < 0.4) value = 12;
      if (u > 0.2 && u < 0.24 && v > 0.12 && v < 0.48) value = 7;
      radiance.set([value, value * 0.98, value * 0.95], (y * widthPx + x) * 3);
    }
  }
  return { widthPx, heightPx, radiance };
}

function lathe(points, rows, segments, scale) {
  const curve = [];
  for (let i = 0; i <= rows; i++) {
    const at = (i / rows) * (points.length - 1);
    const k = Math.min(points.length - 2, Math.floor(at));
    const f = at - k;
    curve.push(new Vector2(mix(points[k][0], points[k + 1][0], f), mix(points[k][1], points[k + 1][1], f)));
  }
  const geometry = new LatheGeometry(curve, segments);
  if (scale) displace(geometry, scale, true);
  return geometry;
}

function mix(a, b, f) {
  return a + (b - a) * f;
}

function displace(geometry, scale, isRadial = false) {
  const p = geometry.getAttribute('position');
  for (let i = 0; i < p.count; i++) {
    const k = scale(p.getX(i), p.getY(i), p.getZ(i));
    p.setXYZ(i, p.getX(i) * k, isRadial ? p.getY(i) : (p.getY(i) - 0.5) * k + 0.5, p.getZ(i) * k);
  }
  geometry.computeVertexNormals();
}

/** One triangle soup, scaled, with the lowest point wherever the parts put it. */
function merge(parts, scale, materialOf = parts.map((_, i) => i)) {
  const vertexCount = parts.reduce((sum, part) => sum + part.getAttribute('position').count, 0);
  const indexCount = parts.reduce((sum, part) => sum + part.getIndex().count, 0);
  const scene = {
    positions: new Float32Array(vertexCount * 3),
    normals: new Float32Array(vertexCount * 3),
    tangents: null,
    uv0: new Float32Array(vertexCount * 2),
    uv1: new Float32Array(vertexCount * 2),
    colours: null,
    indices: new Uint32Array(indexCount),
    materialOfTriangle: new Uint16Array(indexCount / 3),
  };
  let vertex = 0;
  let index = 0;
  parts.forEach((part, i) => {
    const p = part.getAttribute('position').array;
    const { array } = part.getIndex();
    scene.positions.set(
      p.map((x) => x * scale),
      vertex * 3,
    );
    scene.normals.set(part.getAttribute('normal').array, vertex * 3);
    scene.uv0.set(part.getAttribute('uv').array, vertex * 2);
    scene.indices.set(
      Uint32Array.from(array, (n) => n + vertex),
      index,
    );
    scene.materialOfTriangle.fill(materialOf[i], index / 3, (index + array.length) / 3);
    vertex += p.length / 3;
    index += array.length;
  });
  return scene;
}

/** A product on the floor under the studio sky, framed as the app frames it. `defaults` is the tracer's material. */
export function benchScene(geometry, sizePx, defaults) {
  const material = (changes) => ({ ...defaults, metalness: 0, roughness: 0.5, ...changes });
  return {
    geometry,
    materials: [
      material({ baseColour: [0.02, 0.1, 0.06], clearcoat: 1, clearcoatRoughness: 0.05 }),
      material({ baseColour: [0.9, 0.88, 0.8], roughness: 0.7 }),
      material({ baseColour: [0.95, 0.72, 0.38], metalness: 1, roughness: 0.2 }),
      material({ baseColour: [0.4, 0.22, 0.1] }),
    ],
    textures: [],
    textureFrame: null,
    sky: studioSky(),
    floor: { y: 0, bounceColour: [0.6, 0.6, 0.6], reflection: 0.5 },
    camera: {
      position: [6, 8, 24],
      target: [0, 4.8, 0],
      up: [0, 1, 0],
      fovDegrees: 28,
      widthPx: sizePx,
      heightPx: sizePx,
    },
  };
}
