import { expect, test } from 'vitest';
import { loadModel } from '../../../../src/tracer/gltf/load-model.ts';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { packModel } from '../../../../src/workers/compute/pack/pack-model.ts';
import { hashFile } from '../../../../src/workers/compute/pictures/hash-file.ts';
import { openGlb } from '../../../support/open-glb.ts';
import { makePng } from '../../../support/tiny-image.ts';
import { AS_IT_IS, openDecoders } from '../../../support/tiny-model.ts';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

async function pack(obj: BlobPart, companions: Record<string, BlobPart> = {}) {
  const files = Object.entries({ 'part.obj': obj, ...companions });
  return packModel(files.map(([path, content]) => ({ path, file: new Blob([content]) })));
}

/** The packed document with the numbers of its attributes. */
const open = async (obj: BlobPart, companions?: Record<string, BlobPart>) =>
  openGlb((await pack(obj, companions)).glb);

/** Normals of the first primitive, rounded, each once. */
async function normalsOf(obj: string): Promise<string[]> {
  const { attribute } = await open(obj);
  const values = attribute(0, 'NORMAL');
  const rows = Array.from({ length: values.length / 3 }, (_, row) =>
    [0, 1, 2].map((axis) => Math.round((values[row * 3 + axis] ?? 0) * 100) / 100 + 0).join(' '),
  );
  return [...new Set(rows)].sort();
}

test('objects, groups and materials keep their names, and each vertex is written once', async () => {
  const { json, attribute } = await open(
    `${SQUARE}v 0 0 1\no Chair\ng Seat\nusemtl oak\nf 1 2 3 4\ng Leg\nusemtl steel\nf 1 2 5\no Lamp\nusemtl oak\nf 3 4 5\n`,
  );
  expect(json.nodes).toEqual([
    { name: 'Chair', children: [1, 2] },
    { name: 'Seat', mesh: 0 },
    { name: 'Leg', mesh: 1 },
    { name: 'Lamp', mesh: 2 },
  ]);
  expect(json.materials?.map(({ name }) => name)).toEqual(['oak', 'steel']);
  expect(json.asset).toMatchObject({ extras: { source: 'obj' } });
  expect(attribute(0, 'POSITION')).toHaveLength(4 * 3);
});

test('equal files give equal bytes', async () => {
  const [a, b] = await Promise.all([pack(`${SQUARE}f 1 2 3 4\n`), pack(`${SQUARE}f 1 2 3 4\n`)]);
  expect(await hashFile(a.glb)).toBe(await hashFile(b.glb));
});

test('a stray line or point takes no face along', async () => {
  const { json } = await open(`${SQUARE}o Part\nf 1 2 3 4\nl 1 2 3\np 1 4\n`);
  const primitives = json.meshes?.[0]?.primitives ?? [];
  expect(primitives.map(({ mode }) => mode)).toEqual([4, 1, 0]);
  const counts = primitives.map(({ indices }) => json.accessors?.[indices ?? -1]?.count);
  expect(counts).toEqual([6, 4, 2]);
  const { triangleCount } = await inspectModel((await pack(`${SQUARE}f 1 2 3 4\nl 1 2\n`)).glb);
  expect(triangleCount).toBe(2);
});

test('vertices alone are a cloud of points, with their colours', async () => {
  const { json, attribute } = await open('v 0 0 0 255 0 0\nv 1 0 0 0 255 0\n');
  expect(json.meshes?.[0]?.primitives?.[0]?.mode).toBe(0);
  expect([...attribute(0, 'COLOR_0')]).toEqual([1, 0, 0, 0, 1, 0]);
});

test('vertex colours are linear, and white where a vertex has none', async () => {
  const { attribute } = await open('v 0 0 0 0.5 0 1\nv 1 0 0\nv 1 1 0 1 1 1\nf 1 2 3\n');
  expect([...attribute(0, 'COLOR_0')].map((value) => Math.round(value * 1000) / 1000)).toEqual([
    0.214, 0, 1, 1, 1, 1, 1, 1, 1,
  ]);
});

test('a file writes all of its colours from 0 to 1, or all of them from 0 to 255', async () => {
  const colours = async (...rows: string[]) => {
    const vertices = rows.map((row, at) => `v ${at} ${at % 2} 0 ${row}\n`).join('');
    const { attribute } = await open(`${vertices}f 1 2 3\n`);
    return [...attribute(0, 'COLOR_0')].map((value) => Math.round(value * 1000) / 1000);
  };
  expect(await colours('255 1 0', '0 0 1', '1 255 0')).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 0]);
  expect(await colours('1.0001 0 0', '0 1 0', '0 0 1.5')).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
});

test('a picture takes the place of the colours of vertices, where it is here and lies on them', async () => {
  const coloured = 'v 0 0 0 0.5 0 0\nv 1 0 0 0.5 0 0\nv 1 1 0 0.5 0 0\nvt 0 0\n';
  const hasColours = async (face: string, mtl: string, companions: Record<string, BlobPart> = {}) => {
    const obj = `mtllib p.mtl\n${coloured}usemtl m\n${face}\n`;
    const { json } = await open(obj, { 'p.mtl': `newmtl m\n${mtl}\n`, ...companions });
    return 'COLOR_0' in (json.meshes?.[0]?.primitives?.[0]?.attributes ?? {});
  };
  const picture = { 'oak.png': makePng() };
  expect(await hasColours('f 1/1 2/1 3/1', 'map_Kd oak.png', picture)).toBe(false);
  expect(await hasColours('f 1/1 2/1 3/1', 'map_Kd oak.png')).toBe(true);
  expect(await hasColours('f 1 2 3', 'map_Kd oak.png', picture)).toBe(true);
  expect(await hasColours('f 1/1 2/1 3/1', 'Kd 1 1 1\nmap_Ke oak.png', picture)).toBe(true);
});

test('texture coordinates run down, and normals that are given stay', async () => {
  const { attribute } = await open(`${SQUARE}vt 0 0.25\nvn 0 3 4\nf 1/1/1 2/1/1 3//1\n`);
  expect([...attribute(0, 'TEXCOORD_0')]).toEqual([0, 0.75, 0, 0.75, 0, 1]);
  expect([...attribute(0, 'NORMAL').slice(0, 3)].map((value) => Math.fround(value))).toEqual(
    [0, 0.6, 0.8].map(Math.fround),
  );
});

/** Two squares that meet at an angle of `degrees` along an edge whose vertices are written twice. */
function makeFold(degrees: number, smoothing = ''): string {
  const [y, z] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const vertices = `v 0 -1 0\nv 1 -1 0\nv 1 0 0\nv 0 0 0\nv 0 0 0\nv 1 0 0\nv 1 ${y} ${z}\nv 0 ${y} ${z}\n`;
  return `${vertices}${smoothing}f 1 2 3 4\nf 5 6 7 8\n`;
}

test('faces without normals are smooth over flat edges and keep sharp ones', async () => {
  expect(await normalsOf(makeFold(90))).toHaveLength(2);
  expect(await normalsOf(makeFold(30))).toHaveLength(3);
});

test('smoothing groups are obeyed', async () => {
  expect(await normalsOf(makeFold(30, 's off\n'))).toHaveLength(2);
  expect(await normalsOf(makeFold(30, 's 0\n'))).toHaveLength(2);
  expect(await normalsOf(makeFold(90, 's 1\n'))).toHaveLength(3);
});

test.each([
  ['once', '1 2 3 4 5', '6 7 8 9'],
  ['twice', '1 2 3 4 4 5', '6 7 8 8 9'],
  ['twice at the ends', '1 2 3 4 5 1', '6 6 7 8 9 6'],
])('a concave polygon that names its corners %s is cut by its ears', async (_name, five, four) => {
  const { json, attribute, indices } = await open(
    `v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf ${five}\nv 0 0 1\nv 4 0 1\nv 1 1 1\nv 0 4 1\nf ${four}\n`,
  );
  const positions = attribute(0, 'POSITION');
  const corners = indices(0);
  let area = 0;
  for (let at = 0; at < corners.length; at += 3) {
    const [ax, ay, bx, by, cx, cy] = [0, 1, 2].flatMap((corner) => {
      const vertex = (corners[at + corner] ?? 0) * 3;
      return [positions[vertex] ?? 0, positions[vertex + 1] ?? 0];
    }) as [number, number, number, number, number, number];
    // A triangle outside of the outline would face away, and count against it.
    expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).toBeGreaterThan(0);
    area += ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
  }
  expect(area).toBeCloseTo(10 + 4);
  expect(json.meshes).toHaveLength(1);
});

test.each(['x y z', 'y z x', 'z x y', 'y x -z', 'z y -x', 'x z -y'])(
  'a concave polygon keeps its face: %s',
  async (axes) => {
    // The first two are the outline's own, in which it goes round to the left; it faces the third.
    const [right = '', up = '', face = ''] = axes.split(' ');
    const place = (x: number, y: number) =>
      ['x', 'y', 'z'].map((axis) => (axis === right ? x : axis === up ? y : 0)).join(' ');
    const outline = [
      [0, 0],
      [4, 0],
      [4, 4],
      [3, 4],
      [3, 1],
      [0, 1],
    ] as const;
    const corners = outline.map(([x, y]) => `v ${place(x, y)}`).join('\n');
    const { attribute, indices } = await open(`${corners}\nf 1 2 3 4 5 6\n`);
    const positions = attribute(0, 'POSITION');
    const [u, v] = ['xyz'.indexOf(right), 'xyz'.indexOf(up)];
    const at = (corner: number) => [positions[corner * 3 + u] ?? 0, positions[corner * 3 + v] ?? 0] as const;
    const triangles = indices(0);
    let area = 0;
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => at(triangles[i + k] ?? 0)) as [
        readonly [number, number],
        readonly [number, number],
        readonly [number, number],
      ];
      const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      expect(twice).toBeGreaterThan(0);
      area += twice / 2;
    }
    expect(area).toBeCloseTo(7);
    const normal = attribute(0, 'NORMAL').slice(0, 3);
    expect(normal['xyz'.indexOf(face.at(-1) ?? '')]).toBeCloseTo(face.startsWith('-') ? -1 : 1);
  },
);

test('what points nowhere is left out, the rest stays', async () => {
  const { attribute, indices } = await open(
    `${SQUARE}v nan 0 0\nv 1e300 0 0\nf 1 2 3\nf 1 2 99\nf 0 1 2\nf -99 1 2\nf 1 2 5\nf 1 2 6\nf\nf 1\nf a b c\n`,
  );
  expect(indices(0)).toHaveLength(3);
  expect(attribute(0, 'POSITION').every(Number.isFinite)).toBe(true);
});

test('relative indices, continued lines, comments and odd spaces are read', async () => {
  const { indices } = await open(
    `# part\r\n${SQUARE.replaceAll('\n', '\r\n')}  f\t-4 -3 \\\r\n  -2   -1 \r\n`,
  );
  expect(indices(0)).toHaveLength(6);
});

test('far from the origin details survive', async () => {
  const { json, attribute } = await open('v 5e6 0 4e7\nv 5000000.001 0 4e7\nv 5e6 0 40000000.001\nf 1 2 3\n');
  const x = [0, 3, 6].map((at) => attribute(0, 'POSITION')[at] ?? 0);
  expect(Math.max(...x) - Math.min(...x)).toBeCloseTo(0.001, 6);
  expect(json.nodes?.[0]).toMatchObject({ translation: [5e6, 0, 4e7] });
});

test.each([
  ['utf-8', new TextEncoder().encode('Sofá')],
  ['windows-1252', new Uint8Array([0x53, 0x6f, 0x66, 0xe1])],
])('names in %s are read', async (_encoding, name) => {
  const bytes = [
    ...new TextEncoder().encode(`${SQUARE}o `),
    ...name,
    ...new TextEncoder().encode('\nf 1 2 3\n'),
  ];
  expect((await open(new Uint8Array(bytes))).json.nodes?.[0]?.name).toBe('Sofá');
});

test('UTF-16 is read', async () => {
  const text = Buffer.from(`\ufeff${SQUARE}o Sofá\nf 1 2 3\n`, 'utf16le');
  expect((await open(new Uint8Array(text))).json.nodes?.[0]?.name).toBe('Sofá');
});

test('libraries are found by names with spaces, several on a line, and by the model’s own name', async () => {
  const red = 'newmtl red\nKd 1 0 0\n';
  const colourOf = async (line: string, companions: Record<string, string>) => {
    const { json } = await open(`${line}\n${SQUARE}usemtl red\nf 1 2 3\n`, companions);
    return JSON.stringify(json.materials?.[0]).includes('[1,0,0,1]');
  };
  expect(await colourOf('mtllib my red paint.mtl', { 'my red paint.mtl': red })).toBe(true);
  expect(await colourOf('mtllib none.mtl my\\ red\\ paint.mtl', { 'my red paint.mtl': red })).toBe(true);
  expect(await colourOf('mtllib a b.mtl c d.mtl', { 'c d.mtl': red })).toBe(true);
  expect(await colourOf('mtllib renamed.mtl', { 'Part.MTL': red })).toBe(true);
  expect(await colourOf('', { 'other.mtl': red })).toBe(false);
});

test('a material keeps its number when its library comes later', async () => {
  const obj = `mtllib a.mtl\n${SQUARE}usemtl b\nf 1 2 3\nusemtl a\nf 1 3 4\n`;
  const names = async (companions: Record<string, string>) =>
    (await open(obj, companions)).json.materials?.map(({ name }) => name);
  expect(await names({})).toEqual(['b', 'a']);
  expect(await names({ 'a.mtl': 'newmtl a\nnewmtl b\nnewmtl c\n' })).toEqual(['b', 'a']);
  const { json } = await open(obj);
  expect(json.asset).toMatchObject({ extras: { missingLibraries: ['a.mtl'] } });
});

test('a library outside of what was given is named, not read', async () => {
  const { glb } = await pack(`mtllib ../../../etc/passwd\n${SQUARE}f 1 2 3\n`);
  expect((await inspectModel(glb)).warnings).toEqual([{ kind: 'refused-uri', uri: '../../../etc/passwd' }]);
});

test('the tracer draws what was packed, with its picture', async () => {
  const { glb } = await pack(`mtllib p.mtl\n${SQUARE}vt 0 0\nusemtl m\nf 1/1 2/1 3/1 4/1\nl 1 2\n`, {
    'p.mtl': 'newmtl m\nmap_Kd -s 2 2 1 tex\\oak.png\nKe 3 0 0\n',
    'tex/oak.png': makePng(),
  });
  const model = await loadModel(new Uint8Array(await glb.arrayBuffer()), AS_IT_IS, await openDecoders());
  expect(model.textures).toHaveLength(1);
  expect(model.geometry.positions.length).toBeGreaterThan(0);
  // Its own, glTF's default one, and its own without light for a line.
  expect(model.materials).toHaveLength(3);
});

test('displacement is left out and named, whether or not its picture was given', async () => {
  const { glb } = await pack(`mtllib p.mtl\n${SQUARE}usemtl m\nf 1 2 3 4\nusemtl n\nf 1 2 3\n`, {
    'p.mtl':
      'newmtl m\ndisp -bm 2 height map.png\nnewmtl n\nmap_disp tex/waves.png\nnewmtl unused\ndisp x.png\n',
    'height map.png': makePng(),
  });
  expect((await inspectModel(glb)).warnings).toEqual([
    { kind: 'ignored-displacement', uri: 'height map.png' },
    { kind: 'ignored-displacement', uri: 'tex/waves.png' },
  ]);
});

test('the tracer draws the highlight of an OBJ', async () => {
  const { glb } = await pack(`mtllib p.mtl\n${SQUARE}usemtl m\nf 1 2 3 4\n`, {
    'p.mtl': 'newmtl m\nKs 0.25 0.25 0.125\n',
  });
  const { json } = await openGlb(glb);
  expect(json.extensionsUsed).toEqual(['KHR_materials_specular']);
  const model = await loadModel(new Uint8Array(await glb.arrayBuffer()), AS_IT_IS, await openDecoders());
  expect(model.materials[0]).toMatchObject({ specular: 0.5, specularColour: [1, 1, 0.5] });
});
