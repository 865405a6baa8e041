import { SphereGeometry, TorusGeometry } from 'three';
import { brilliant, pillow } from './solids.mjs';
import { BRASS, round, turn, writeProduct } from './write-product.mjs';

const CHROME = { name: 'chrome', colour: [0.78, 0.78, 0.8], metalness: 1, roughness: 0.08 };

/** Two cushions: the library's fabrics lie on them. */
export function textile() {
  const cloth = (name) => ({
    name,
    colour: [0.6, 0.55, 0.48],
    roughness: 0.95,
    sheen: { SheenColorFactor: [0.25, 0.24, 0.22], SheenRoughnessFactor: 0.5 },
  });
  return writeProduct([
    ['cushion', pillow(0.25, 0.075).rotateX(-0.24).translate(0, 0.232, 0), cloth('cushion')],
    [
      'small cushion',
      pillow(0.15, 0.06).rotateZ(0.12).rotateX(-0.42).translate(0.1, 0.14, 0.15),
      cloth('small cushion'),
    ],
  ]);
}

/** A gold ring with a brilliant. */
export function jewellery() {
  const gold = { name: 'gold', colour: [1, 0.74, 0.36], metalness: 1, roughness: 0.1 };
  const diamond = {
    name: 'diamond',
    colour: [1, 1, 1],
    roughness: 0,
    transmission: { TransmissionFactor: 1 },
    ior: { IOR: 2.417 },
    dispersion: { Dispersion: 0.33 },
    volume: { ThicknessFactor: 0.004, AttenuationColor: [1, 1, 1] },
  };
  const band = new TorusGeometry(0.0095, 0.00105, 48, 200).scale(1, 1, 1.35).translate(0, 0.0105, 0);
  const claws = Array.from({ length: 6 }, (_, i) => {
    const angle = (i / 6) * 2 * Math.PI + 0.3;
    const claw = turn(
      round([
        [0, 0],
        [0.00035, 0, 0.0001],
        [0.00032, 0.0048, 0.0003],
        [0, 0.005],
      ]),
      32,
    );
    return [
      'claw',
      claw
        .rotateZ(-0.42)
        .rotateY(-angle)
        .translate(0.0012 * Math.cos(angle), 0.0205, 0.0012 * Math.sin(angle)),
      gold,
    ];
  });
  return writeProduct([
    ['band', band, gold],
    ...claws,
    ['diamond', brilliant(0.0034).translate(0, 0.0241, 0), diamond],
  ]);
}

/** A table lamp: brass foot, bulb, shade of linen that light comes through. */
export function lamp() {
  const shade = {
    name: 'linen',
    colour: [0.75, 0.7, 0.6],
    roughness: 1,
    isDouble: true,
    diffuseTransmission: {
      DiffuseTransmissionFactor: 0.45,
      DiffuseTransmissionColorFactor: [0.95, 0.82, 0.62],
    },
  };
  const bulb = {
    name: 'bulb',
    colour: [1, 1, 1],
    roughness: 0.4,
    emissive: [1, 0.78, 0.5],
    emissiveStrength: { EmissiveStrength: 70 },
  };
  return writeProduct([
    [
      'foot',
      turn(
        round([
          [0, 0],
          [0.075, 0, 0.002],
          [0.075, 0.012, 0.004],
          [0.012, 0.018, 0.006],
          [0.008, 0.05, 0.01],
          [0.0065, 0.26],
          [0, 0.26],
        ]),
      ),
      BRASS,
    ],
    [
      'socket',
      turn(
        round([
          [0, 0.255],
          [0.016, 0.255, 0.003],
          [0.016, 0.29, 0.002],
          [0, 0.29],
        ]),
      ),
      CHROME,
    ],
    ['bulb', new SphereGeometry(0.03, 64, 48).translate(0, 0.315, 0), bulb],
    [
      'shade',
      turn(
        [
          [0.125, 0.235],
          [0.124, 0.235],
          [0.089, 0.4],
          [0.09, 0.4],
        ].reverse(),
      ),
      shade,
    ],
  ]);
}
