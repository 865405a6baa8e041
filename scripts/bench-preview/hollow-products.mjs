import { IcosahedronGeometry, OctahedronGeometry, PlaneGeometry, TorusGeometry } from 'three';
import { ball, box, rod, turned, wallsOf } from './geometries.mjs';

/** What is open, see-through, woven or soft: each is given what adds to it, see `makeGlb`. */
export const HOLLOW_PRODUCTS = {
  openBox({ add, material }) {
    const card = material({ colour: '#b08d62', roughness: 0.9 });
    for (const [wall, at] of wallsOf([6, 5, 8], 0.08)) add(wall, card, { at });
    add(box(6, 0.08, 3), card, { at: [0, 3, 5.1], turn: [40, 0, 0] });
  },
  cupOnSaucer({ add, material }) {
    const china = material({ colour: '#f4f1ea', roughness: 0.15 });
    add(
      turned(
        [0, 0.3],
        [1.6, 0.3],
        [2.4, 1.2],
        [2.7, 4],
        [2.6, 4.05],
        [2.5, 4],
        [2.2, 1.3],
        [1.5, 0.5],
        [0, 0.5],
      ),
      china,
    );
    add(turned([0, 0], [2, 0], [4.4, 0.7], [4.4, 0.8], [2, 0.2], [0, 0.2]), china);
    add(new TorusGeometry(1, 0.22, 20, 60, 4), china, { at: [2.8, 2.3, 0], turn: [0, 0, -110] });
  },
  lampshade({ add, material, light }) {
    const cloth = material({ colour: '#e8d9b8', roughness: 0.95, isDouble: true });
    add(turned([3.4, 0], [2.2, 4]), cloth, { at: [0, 4, 0] });
    add(
      ball(0.7),
      material({
        colour: '#000000',
        glow: [1, 0.85, 0.6],
        with: { EmissiveStrength: { EmissiveStrength: 3 } },
      }),
      { at: [0, 5.6, 0] },
    );
    const brass = material({ colour: '#c9a24c', metal: 1, roughness: 0.3 });
    add(rod(0.18, 6), brass, { at: [0, 3, 0] });
    add(turned([0, 0], [2, 0], [2, 0.2], [0.3, 0.5], [0, 0.5]), brass);
    light('point', { at: [0, 5.6, 0], colour: '#ffd9a0', intensity: 40 });
  },
  bottleWithLiquid({ add, material }) {
    const glass = material({
      roughness: 0.02,
      with: { Transmission: { TransmissionFactor: 1 }, IOR: { IOR: 1.5 } },
    });
    add(
      turned(
        [0, 0],
        [1.8, 0],
        [1.9, 0.3],
        [1.9, 5],
        [0.6, 6.6],
        [0.6, 8],
        [0.5, 8],
        [0.5, 6.6],
        [1.75, 4.9],
        [1.75, 0.3],
        [0, 0.25],
      ),
      glass,
    );
    const wine = { ThicknessFactor: 3, AttenuationColor: [0.5, 0.04, 0.06], AttenuationDistance: 2 };
    add(
      turned([0, 0.3], [1.7, 0.35], [1.7, 4.2], [0, 4.2]),
      material({
        roughness: 0,
        with: { Transmission: { TransmissionFactor: 1 }, Volume: wine, IOR: { IOR: 1.33 } },
      }),
    );
    add(rod(0.5, 1.2), material({ colour: '#a87a4a', roughness: 0.9 }), { at: [0, 8, 0] });
  },
  async meshChair({ add, material, picture }) {
    const steel = material({ colour: '#bfc4c8', metal: 1, roughness: 0.25 });
    for (const [x, z] of [
      [-2, -2],
      [2, -2],
      [-2, 2],
      [2, 2],
    ])
      add(rod(0.12, 4), steel, { at: [x, 2, z] });
    const net = await picture('net', (u, v) => [
      30,
      32,
      36,
      (u * 24) % 1 < 0.35 || (v * 24) % 1 < 0.35 ? 255 : 0,
    ]);
    const seat = material({ picture: net, alphaMode: 'MASK', isDouble: true });
    add(new PlaneGeometry(4.4, 4.4), seat, { at: [0, 4, 0], turn: [-90, 0, 0] });
    add(new PlaneGeometry(4.4, 4.6), seat, { at: [0, 6.4, -2.2], turn: [-8, 0, 0] });
  },
  ring({ add, material }) {
    const gold = material({ colour: '#e6b84f', metal: 1, roughness: 0.12 });
    add(new TorusGeometry(2.2, 0.3, 40, 120), gold);
    const stone = material({
      roughness: 0,
      with: { Transmission: { TransmissionFactor: 1 }, IOR: { IOR: 2.4 } },
    });
    add(new OctahedronGeometry(0.9, 0), stone, { at: [0, 3.1, 0] });
    for (const side of [-1, 1])
      add(new IcosahedronGeometry(0.42, 0), material({ colour: '#b01030', roughness: 0.05 }), {
        at: [1.1 * side, 2.4, 0],
      });
  },
  standingMirror({ add, material }) {
    const wood = material({ colour: '#6b4630', roughness: 0.5 });
    const turn = [-8, 25, 0];
    add(box(4.4, 7, 0.3), wood, { turn });
    add(box(3.8, 6.4, 0.34), material({ metal: 1, roughness: 0 }), { turn });
    add(box(5, 0.4, 2.5), wood, { at: [0, -3.6, 0], turn: [0, 25, 0] });
    add(ball(0.8), material({ colour: '#c03a2a', roughness: 0.4 }), { at: [2, -2.7, 3] });
  },
  velvetCushion({ add, material }) {
    const velvet = material({
      colour: '#0a0a0c',
      roughness: 1,
      with: { Sheen: { SheenColorFactor: [0.6, 0.6, 0.7], SheenRoughnessFactor: 0.4 } },
    });
    add(ball(3), velvet, { size: [1.2, 0.5, 1] });
    add(new TorusGeometry(2.6, 0.16, 16, 80), material({ colour: '#8c6f2e', metal: 1, roughness: 0.4 }), {
      turn: [90, 0, 0],
      size: [1.2, 1, 1],
    });
  },
  carBody({ add, material }) {
    const paint = material({
      colour: '#7a0c14',
      metal: 0.6,
      roughness: 0.45,
      with: { Clearcoat: { ClearcoatFactor: 1, ClearcoatRoughnessFactor: 0.03 } },
    });
    add(ball(2), paint, { size: [2.4, 0.6, 1] });
    add(ball(1.5), paint, { at: [-0.3, 1, 0], size: [1.4, 0.7, 0.95] });
    const rubber = material({ colour: '#141414', roughness: 0.9 });
    for (const [x, z] of [
      [-2.8, 1.5],
      [2.8, 1.5],
      [-2.8, -1.5],
      [2.8, -1.5],
    ])
      add(rod(0.85, 0.6), rubber, { at: [x, -0.9, z], turn: [90, 0, 0] });
  },
  leaf({ add, material }) {
    const through = { DiffuseTransmissionFactor: 0.6, DiffuseTransmissionColorFactor: [0.6, 0.9, 0.2] };
    const leaf = material({
      colour: '#3f7a2a',
      roughness: 0.7,
      isDouble: true,
      with: { DiffuseTransmission: through },
    });
    const blade = (bend) => {
      const plane = new PlaneGeometry(3, 7, 24, 48);
      const at = plane.getAttribute('position');
      for (let i = 0; i < at.count; i++) {
        const along = (at.getY(i) + 3.5) / 7;
        at.setX(i, at.getX(i) * Math.sin(Math.PI * Math.min(0.97, along + 0.06)));
        at.setZ(i, bend * along * along + 0.3 * at.getX(i) ** 2);
      }
      plane.computeVertexNormals();
      return plane;
    };
    for (const [i, bend] of [2, 1.2, 3].entries())
      add(blade(bend), leaf, { at: [0, 3.5, 0], turn: [0, 120 * i, 0] });
    add(
      turned([0, 0], [1.2, 0], [1.6, 2], [1.4, 2], [1.1, 0.3], [0, 0.3]),
      material({ colour: '#a8603a', roughness: 0.95 }),
      { at: [0, -1.6, 0] },
    );
  },
  wireRack({ add, material }) {
    const chrome = material({ colour: '#e0e2e4', metal: 1, roughness: 0.08 });
    for (let level = 0; level < 3; level++) {
      for (let i = 0; i <= 10; i++)
        add(rod(0.07, 4), chrome, { at: [(i - 5) * 0.7, level * 2.5, 0], turn: [90, 0, 0] });
      for (const z of [-2, 2]) add(rod(0.1, 7), chrome, { at: [0, level * 2.5, z], turn: [0, 0, 90] });
    }
    for (const [x, z] of [
      [-3.5, -2],
      [3.5, -2],
      [-3.5, 2],
      [3.5, 2],
    ])
      add(rod(0.14, 6.6), chrome, { at: [x, 2.3, z] });
  },
  async laceCurtain({ add, material, picture }) {
    const lace = await picture('lace', (u, v) => [
      250,
      246,
      238,
      Math.hypot(((u * 12) % 1) - 0.5, ((v * 12) % 1) - 0.5) < 0.3 ? 0 : 255,
    ]);
    const plane = new PlaneGeometry(8, 7, 120, 4);
    const at = plane.getAttribute('position');
    for (let i = 0; i < at.count; i++) at.setZ(i, 0.5 * Math.sin(at.getX(i) * 3));
    plane.computeVertexNormals();
    add(plane, material({ picture: lace, alphaMode: 'MASK', isDouble: true, roughness: 0.9 }));
    add(rod(0.15, 9), material({ colour: '#3a3a3a', metal: 1, roughness: 0.4 }), {
      at: [0, 3.6, 0],
      turn: [0, 0, 90],
    });
  },
};
