import { BufferAttribute, CylinderGeometry, PlaneGeometry, TorusGeometry, TorusKnotGeometry } from 'three';
import { ball, box, rod, turned, wallsOf } from './geometries.mjs';

/** What is flat, tall, painted, lit by itself or otherwise seldom: each is given what adds to it, see `makeGlb`. */
export const OTHER_PRODUCTS = {
  async flatCard({ add, material, picture }) {
    const print = await picture('print', (u, v) =>
      (Math.floor(u * 8) + Math.floor(v * 5)) % 2 ? [220, 60, 50, 255] : [245, 240, 225, 255],
    );
    add(box(8.5, 0.03, 5.4), material({ picture: print, roughness: 0.35 }));
  },
  tallPole({ add, material }) {
    add(rod(0.12, 20), material({ colour: '#2c3a55', roughness: 0.4 }), { at: [0, 10, 0] });
    add(box(2, 0.2, 2), material({ colour: '#555555', roughness: 0.8 }));
    add(ball(0.5), material({ colour: '#d9b84a', metal: 1, roughness: 0.2 }), { at: [0, 20.3, 0] });
  },
  twoProducts({ add, material }) {
    add(box(3, 5, 3), material({ colour: '#d8dde2', roughness: 0.5 }), { at: [-3.5, 2.5, 0] });
    add(ball(1.6), material({ colour: '#2255aa', roughness: 0.2 }), { at: [1.5, 1.6, 1.5] });
    add(
      turned([0, 0], [1.4, 0], [1.2, 3], [1.0, 3], [1.2, 0.3], [0, 0.3]),
      material({ colour: '#f0e6d2', roughness: 0.8 }),
      { at: [4.4, 0, -1] },
    );
  },
  async unlitLabel({ add, material, picture, use }) {
    add(turned([0, 0], [2, 0], [2, 5], [0, 5]), material({ colour: '#dfe4e6', metal: 1, roughness: 0.35 }));
    const label = await picture('label', (_u, v) =>
      v > 0.4 && v < 0.6 ? [20, 90, 60, 255] : [240, 235, 220, 255],
    );
    const unlit = material({ picture: label });
    unlit.setExtension('KHR_materials_unlit', use('KHR_materials_unlit').createUnlit());
    add(new CylinderGeometry(2.02, 2.02, 3, 64, 1, true), unlit, { at: [0, 2.5, 0] });
  },
  paintedKnot({ add, material }) {
    const knot = new TorusKnotGeometry(2.4, 0.75, 220, 32);
    const at = knot.getAttribute('position');
    const colours = Float32Array.from(at.array, (value, i) => 0.5 + 0.45 * Math.sin(value + i * 0));
    add(knot.setAttribute('color', new BufferAttribute(colours, 3)), material({ roughness: 0.5 }));
  },
  async tiledCrate({ add, material, picture, use }) {
    const slats = await picture('slats', (u, v) =>
      (u * 4) % 1 < 0.08 ? [60, 40, 25, 255] : [170 + 30 * Math.sin(v * 40), 125, 80, 255],
    );
    const wood = material({ picture: slats, roughness: 0.8 });
    const placed = use('KHR_texture_transform')
      .createTransform()
      .setScale([2, 1])
      .setRotation(Math.PI / 2);
    wood.getBaseColorTextureInfo().setExtension('KHR_texture_transform', placed);
    for (const [wall, at] of wallsOf([7, 3.5, 5], 0.35)) add(wall, wood, { at });
    for (let i = 0; i < 6; i++)
      add(ball(0.95), material({ colour: '#c8341c', roughness: 0.3 }), {
        at: [((i % 3) - 1) * 2, -0.5, i < 3 ? -1.1 : 1.1],
      });
  },
  spotLit({ add, material, light }) {
    add(box(8, 0.3, 5), material({ colour: '#d0cdc6', roughness: 0.7 }));
    add(box(8, 5, 0.3), material({ colour: '#b8c2c8', roughness: 0.7 }), { at: [0, 2.4, -2.4] });
    add(ball(1.1), material({ colour: '#e8e8e8', roughness: 0.3 }), { at: [-1.4, 1.3, 0] });
    light('spot', { at: [2.5, 6, 3], turn: [-55, 25, 0], colour: '#ffd0a0', intensity: 60 });
    light('spot', { at: [-3, 6, 2], turn: [-65, -20, 0], colour: '#a0c8ff', intensity: 40 });
  },
  bookcase({ add, material }) {
    const oak = material({ colour: '#c8a878', roughness: 0.6 });
    for (const x of [-3, 3]) add(box(0.25, 9, 2.6), oak, { at: [x, 4.5, 0] });
    for (let i = 0; i < 5; i++) add(box(6, 0.25, 2.6), oak, { at: [0, 0.15 + i * 2.18, 0] });
    add(box(6, 9, 0.1), oak, { at: [0, 4.5, -1.3] });
    const colours = ['#7a2a2a', '#2a4a7a', '#3a6a3a', '#c8b890', '#404040'];
    for (let i = 0; i < 10; i++)
      add(box(0.4, 1.5, 1.6), material({ colour: colours[i % 5], roughness: 0.7 }), {
        at: [-2.5 + i * 0.48, i < 5 ? 3.2 : 5.4, -0.2],
      });
  },
  basket({ add, material }) {
    const cane = material({ colour: '#9c7440', roughness: 0.8 });
    for (let i = 0; i < 36; i++) {
      const a = (i / 36) * 2 * Math.PI;
      add(rod(0.14, 4.4), cane, { at: [3 * Math.cos(a), 2.2, 3 * Math.sin(a)] });
    }
    for (let i = 0; i < 5; i++)
      add(new TorusGeometry(3, 0.2, 12, 80), cane, { at: [0, 0.4 + i, 0], turn: [90, 0, 0] });
    add(new CylinderGeometry(3, 3, 0.2, 64), cane, { at: [0, 0.1, 0] });
  },
  table({ add, material }) {
    const white = material({ colour: '#ecebe6', roughness: 0.45 });
    add(box(9, 0.3, 5), white, { at: [0, 4.5, 0] });
    for (const [x, z] of [
      [-4, -2],
      [4, -2],
      [-4, 2],
      [4, 2],
    ])
      add(box(0.4, 4.4, 0.4), white, { at: [x, 2.2, z] });
    add(box(7.6, 0.8, 3.6), white, { at: [0, 4, 0] });
  },
  darkBowl({ add, material }) {
    const glaze = material({ colour: '#15181c', roughness: 0.1 });
    add(turned([0, 0], [1.4, 0], [3.4, 1.6], [4, 3], [3.85, 3], [3.2, 1.8], [1.2, 0.35], [0, 0.3]), glaze);
    for (let i = 0; i < 3; i++)
      add(ball(0.9), material({ colour: '#d8c040', roughness: 0.5 }), {
        at: [1.2 * Math.cos(i * 2.1), 1.3, 1.2 * Math.sin(i * 2.1)],
      });
  },
  brushedPot({ add, material }) {
    const steel = material({
      colour: '#c8c8c8',
      metal: 1,
      roughness: 0.35,
      with: { Anisotropy: { AnisotropyStrength: 0.8 } },
    });
    add(turned([0, 0], [2.8, 0], [3, 0.3], [3, 3.4], [2.85, 3.4], [2.85, 0.4], [0, 0.3]), steel);
    for (const side of [-1, 1])
      add(new TorusGeometry(0.7, 0.15, 16, 40, Math.PI), material({ colour: '#202020', roughness: 0.5 }), {
        at: [3 * side, 2.6, 0],
        turn: [90, 0, 90 * -side],
      });
  },
  async decalBox({ add, material, picture }) {
    add(box(5, 6, 3), material({ colour: '#e9e4d8', roughness: 0.7 }));
    const mark = await picture('mark', (u, v) => [
      30,
      60,
      140,
      Math.hypot(u - 0.5, v - 0.5) < 0.45 ? 255 : 0,
    ]);
    add(new PlaneGeometry(3, 3), material({ picture: mark, alphaMode: 'BLEND' }), { at: [0, 0.6, 1.5] });
    add(new PlaneGeometry(2, 4), material({ colour: '#b0402a' }), { at: [2.5, 0, 0], turn: [0, 90, 0] });
  },
  pearl({ add, material }) {
    const film = { IridescenceFactor: 1, IridescenceIOR: 1.6, IridescenceThicknessMaximum: 420 };
    add(ball(2.2), material({ colour: '#f0e8e0', roughness: 0.2, with: { Iridescence: film } }), {
      at: [0, 2.2, 0],
    });
    add(
      turned([0, 0], [3, 0], [4.2, 1.4], [4.1, 1.5], [2.9, 0.3], [0, 0.3]),
      material({ colour: '#e0d0d8', roughness: 0.25 }),
      { at: [0, -0.3, 0] },
    );
  },
  umbrella({ add, material }) {
    add(
      turned([0, 3.2], [2, 2.9], [3.6, 2], [4.6, 0.6]),
      material({ colour: '#2f6f86', roughness: 0.85, isDouble: true }),
      { at: [0, 3, 0] },
    );
    add(rod(0.1, 6.4), material({ colour: '#333333', metal: 1, roughness: 0.4 }), { at: [0, 3.1, 0] });
  },
};
