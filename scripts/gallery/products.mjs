import { CatmullRomCurve3, CylinderGeometry, SphereGeometry, TorusGeometry, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { jewellery, lamp, textile } from './fine-products.mjs';
import { taper } from './solids.mjs';
import { BRASS, round, smooth, turn, writeProduct } from './write-product.mjs';

const clear = (colour, distance) => ({
  colour: [1, 1, 1],
  roughness: 0,
  transmission: { TransmissionFactor: 1 },
  ior: { IOR: 1.5 },
  volume: { ThicknessFactor: 0.01, AttenuationColor: colour, AttenuationDistance: distance },
});

/** Carafe and tumbler of clear glass with a stopper of solid glass. */
function glass() {
  const pale = { name: 'glass', ...clear([0.72, 0.88, 0.86], 0.03) };
  const outside = smooth([
    [0.05, 0.003],
    [0.062, 0.02],
    [0.066, 0.06],
    [0.056, 0.11],
    [0.03, 0.155],
    [0.021, 0.19],
    [0.022, 0.215],
    [0.03, 0.238],
  ]);
  const inside = smooth([
    [0.027, 0.238],
    [0.0185, 0.214],
    [0.0175, 0.19],
    [0.0265, 0.155],
    [0.052, 0.11],
    [0.062, 0.06],
    [0.058, 0.022],
    [0.045, 0.012],
  ]);
  const carafe = turn([[0, 0], [0.044, 0], ...outside, ...inside, [0, 0.012]]);
  const stopper = turn([
    [0, 0.2],
    [0.0165, 0.2],
    [0.0175, 0.214],
    ...Array.from({ length: 40 }, (_, i) => {
      const angle = -1.1 + (i / 39) * (Math.PI / 2 + 1.1);
      return [Math.max(0, 0.026 * Math.cos(angle)), 0.262 + 0.026 * Math.sin(angle)];
    }),
  ]);
  const tumbler = turn(
    round([
      [0, 0],
      [0.031, 0, 0.003],
      [0.036, 0.085, 0.0012],
      [0.0335, 0.085, 0.0012],
      [0.0295, 0.012, 0.004],
      [0, 0.012],
    ]),
  );
  return writeProduct([
    ['carafe', carafe, pale],
    ['stopper', stopper, pale],
    ['tumbler', tumbler.translate(0.115, 0, 0.045), pale],
  ]);
}

/** A loudspeaker in black piano lacquer with a cone, a brass ring and a knob. */
function black() {
  const lacquer = {
    name: 'lacquer',
    colour: [0.006, 0.006, 0.007],
    roughness: 0.06,
    clearcoat: { ClearcoatFactor: 1, ClearcoatRoughnessFactor: 0.02 },
  };
  const rubber = { name: 'rubber', colour: [0.012, 0.012, 0.013], roughness: 0.7 };
  const facing = (geometry, y) => geometry.rotateX(Math.PI / 2).translate(0, y, 0.0905);
  const cone = (radius) =>
    turn(
      smooth([
        [0, 0.004],
        [radius * 0.3, 0.004],
        [radius * 0.34, -0.008],
        [radius * 0.8, 0.002],
        [radius * 0.9, 0.006],
        [radius, 0.0005],
      ]),
    );
  return writeProduct([
    ['cabinet', new RoundedBoxGeometry(0.2, 0.34, 0.18, 10, 0.016).translate(0, 0.176, 0), lacquer],
    ['woofer', facing(cone(0.07), 0.115), rubber],
    ['woofer ring', new TorusGeometry(0.073, 0.004, 32, 160).translate(0, 0.115, 0.0905), BRASS],
    ['tweeter', facing(cone(0.026), 0.255), rubber],
    ['tweeter ring', new TorusGeometry(0.0285, 0.003, 32, 120).translate(0, 0.255, 0.0905), BRASS],
    ...[-1, 1].flatMap((x) =>
      [-1, 1].map((z) => [
        'foot',
        new CylinderGeometry(0.012, 0.01, 0.008, 48).translate(0.075 * x, 0.004, 0.065 * z),
        rubber,
      ]),
    ),
  ]);
}

/** A brushed steel pot with a black handle and a knob. */
function metal() {
  const steel = {
    name: 'brushed steel',
    colour: [0.62, 0.61, 0.6],
    metalness: 1,
    isDouble: true,
    roughness: 0.34,
    anisotropy: { AnisotropyStrength: 0.7 },
  };
  const grip = { name: 'grip', colour: [0.02, 0.02, 0.02], roughness: 0.45 };
  const body = turn(
    round([
      [0, 0],
      [0.07, 0, 0.006],
      [0.074, 0.05, 0.02],
      [0.058, 0.17, 0.01],
      [0.06, 0.182, 0.002],
      [0.0575, 0.182, 0.002],
      [0.055, 0.17],
      [0, 0.165],
    ]),
  );
  const lid = turn(
    round([
      [0.057, 0.183],
      [0.054, 0.188, 0.004],
      [0.02, 0.2, 0.01],
      [0, 0.2],
    ]),
  );
  const handle = new TorusGeometry(0.052, 0.0075, 32, 120, Math.PI * 1.02)
    .rotateZ(-Math.PI / 2 - 0.03)
    .scale(0.85, 1.15, 1)
    .translate(0.062, 0.1, 0);
  const spout = taper(
    new CatmullRomCurve3(
      [
        [-0.055, 0.045],
        [-0.088, 0.062],
        [-0.1, 0.105],
        [-0.112, 0.15],
        [-0.14, 0.176],
      ].map(([x, y]) => new Vector3(x, y, 0)),
    ),
    0.0155,
    0.0065,
  );
  return writeProduct([
    ['body', body, steel],
    ['lid', lid, steel],
    ['knob', new SphereGeometry(0.012, 64, 48).translate(0, 0.21, 0), grip],
    ['handle', handle, grip],
    ['spout', spout, steel],
  ]);
}

/** White porcelain: a vase, a bowl and a cup. */
function white() {
  const porcelain = { name: 'porcelain', colour: [0.84, 0.835, 0.82], roughness: 0.32, isDouble: true };
  const vase = turn([
    [0, 0],
    ...smooth([
      [0.035, 0],
      [0.07, 0.05],
      [0.078, 0.11],
      [0.05, 0.18],
      [0.026, 0.23],
      [0.032, 0.262],
      [0.03, 0.263],
      [0.0225, 0.23],
      [0.03, 0.2],
    ]),
  ]);
  const bowl = turn([
    [0, 0.004],
    [0.03, 0.004],
    [0.031, 0],
    ...smooth([
      [0.034, 0],
      [0.055, 0.018],
      [0.075, 0.052],
      [0.0735, 0.0535],
      [0.052, 0.021],
      [0, 0.01],
    ]),
  ]);
  const egg = turn(
    Array.from({ length: 60 }, (_, i) => {
      const angle = (i / 59) * Math.PI - Math.PI / 2;
      return [0.0225 * Math.cos(angle) * (1 - 0.12 * Math.sin(angle)), 0.029 + 0.029 * Math.sin(angle)];
    }),
  );
  return writeProduct([
    ['vase', vase, porcelain],
    ['bowl', bowl.translate(0.15, 0, 0.085), porcelain],
    ['egg', egg.translate(0.03, 0, 0.125), porcelain],
  ]);
}

/** A bottle of oil: green glass, a label around it, a cork. */
function label() {
  const green = { name: 'green glass', ...clear([0.16, 0.34, 0.08], 0.007) };
  const outside = round([
    [0.03, 0, 0.003],
    [0.0365, 0.004, 0.004],
    [0.0365, 0.165, 0.012],
    [0.016, 0.21, 0.02],
    [0.0145, 0.262, 0.003],
    [0.017, 0.266, 0.001],
    [0.017, 0.278, 0.002],
  ]);
  const inside = round([
    [0.0125, 0.278],
    [0.0125, 0.212, 0.02],
    [0.034, 0.163, 0.012],
    [0.034, 0.008, 0.004],
  ]);
  return writeProduct([
    ['bottle', turn([[0, 0.003], ...outside, ...inside, [0, 0.008]]), green],
    [
      'oil',
      turn(
        round([
          [0, 0.0085],
          [0.0338, 0.0085, 0.004],
          [0.0338, 0.163, 0.012],
          [0.0128, 0.206, 0.01],
          [0.0126, 0.225],
          [0, 0.225],
        ]),
      ),
      { name: 'oil', ...clear([0.85, 0.62, 0.08], 0.02), ior: { IOR: 1.47 } },
    ],
    [
      'cork',
      turn(
        round([
          [0, 0.262],
          [0.0122, 0.262],
          [0.0122, 0.279],
          [0.0165, 0.279, 0.001],
          [0.0165, 0.303, 0.003],
          [0, 0.303],
        ]),
      ),
      { name: 'cork', colour: [0.45, 0.29, 0.16], roughness: 0.9 },
    ],
  ]);
}

/** Bytes of a GLB by its name. */
export const PRODUCTS = { glass, black, metal, textile, white, jewellery, label, lamp };
