import { decodeSrgb } from '../../../tracer/parse-colour.ts';
import { createFloatList, createIntegerList, type NumberList } from './number-list.ts';

type Integers = NumberList<Int32Array<ArrayBuffer>>;
type Floats = NumberList<Float64Array<ArrayBuffer>>;

/** Polygons, polylines or points of one material in one group. */
export interface ObjPart {
  readonly kind: 'faces' | 'lines' | 'points';
  /** As `usemtl` says, with a comment behind it; null before the first. */
  readonly material: string | null;
  /** Three numbers a corner: vertex, texture vertex, normal, counted from 0; -1 for one that is not given. */
  readonly corners: Integers;
  /** Corners of each polygon or polyline. */
  readonly sizes: Integers;
  /** Smoothing group of each: 0 is off, {@link UNSAID} before the first `s`. */
  readonly smoothing: Integers;
}

export interface ObjGroup {
  readonly name: string;
  readonly parts: Map<string, ObjPart>;
}

export interface ObjObject {
  readonly name: string;
  readonly groups: Map<string, ObjGroup>;
}

/** An OBJ file as it stands: indices are resolved, but may point at nothing. */
export interface ObjContents {
  /** x, y, z. */
  readonly vertices: Floats;
  /** Linear r, g, b of each vertex, NaN where none is given; empty when no vertex has one. */
  readonly colours: Floats;
  /** u, v with v upwards. */
  readonly textureVertices: Floats;
  readonly normals: Floats;
  readonly objects: readonly ObjObject[];
  /** What stands after each `mtllib`. */
  readonly libraries: readonly string[];
}

export const UNSAID = -1;

/** Read at a time: memory stays small, and no text meets the 512 MB a browser's string may have. */
const PIECE_BYTES = 8 * 1024 ** 2;

/**
 * Reads an OBJ file in UTF-8, Windows-1252 or UTF-16. Own code where three.js has a loader: that one turns a group's
 * faces into lines beside a stray `l` or `p`, fans concave polygons, gives broken indices as NaN, rounds coordinates to
 * 32 bits before they can be centred, and holds the whole text and every corner in arrays of its own.
 */
export async function readObj(file: Blob): Promise<ObjContents> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const utf16 = head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-16le';
  if (utf16 === 'utf-16be' || (head[0] === 0xff && head[1] === 0xfe)) return readAs(file, utf16);
  try {
    return await readAs(file, 'utf-8');
  } catch (error) {
    if (error instanceof TypeError) return readAs(file, 'windows-1252');
    throw error;
  }
}

/** @throws TypeError for bytes that are not UTF-8. */
async function readAs(file: Blob, encoding: string): Promise<ObjContents> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  const reader = createLineReader();
  let rest = '';
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    const bytes = await file.slice(start, start + PIECE_BYTES).arrayBuffer();
    const lines = (rest + decoder.decode(bytes, { stream: start + PIECE_BYTES < file.size })).split(
      /\r\n?|\n/,
    );
    rest = lines.pop() ?? '';
    for (const line of lines) reader.read(line);
  }
  reader.read(rest);
  return reader.finish();
}

interface LineReader {
  read(line: string): void;
  /** A file of nothing but vertices is a cloud of points. */
  finish(): ObjContents;
}

function createLineReader(): LineReader {
  const [vertices, colours, textureVertices, normals] = [1, 2, 3, 4].map(createFloatList) as [
    Floats,
    Floats,
    Floats,
    Floats,
  ];
  const objects: ObjObject[] = [];
  const libraries: string[] = [];
  let object: ObjObject | null = null;
  let group: ObjGroup | null = null;
  let material: string | null = null;
  let smoothing = UNSAID;
  let continued = '';
  let current: ObjPart | null = null;

  const openObject = (name: string): ObjObject => {
    object = { name, groups: new Map() };
    objects.push(object);
    group = null;
    return object;
  };
  const openGroup = (name: string): ObjGroup => {
    const { groups } = object ?? openObject('');
    group = groups.get(name) ?? { name, parts: new Map() };
    groups.set(name, group);
    return group;
  };
  const openPart = (kind: ObjPart['kind']): ObjPart => {
    if (current?.kind === kind) return current;
    const { parts } = group ?? openGroup('');
    const key = `${kind} ${material === null ? '' : `=${material}`}`;
    current = parts.get(key) ?? {
      kind,
      material,
      corners: createIntegerList(),
      sizes: createIntegerList(),
      smoothing: createIntegerList(),
    };
    parts.set(key, current);
    return current;
  };
  const index = (text: string | undefined, count: number): number => {
    const value = Number.parseInt(text ?? '', 10);
    if (!Number.isFinite(value) || value === 0) return -1;
    const found = value > 0 ? value - 1 : count + value;
    return found >= 0 && found < 2 ** 31 ? found : -1;
  };
  const readElement = (kind: ObjPart['kind'], words: readonly string[]): void => {
    const part = openPart(kind);
    let size = 0;
    for (let at = 1; at < words.length; at++) {
      const [vertex, texture, normal] = words[at]?.split('/') ?? [];
      part.corners.push(index(vertex, vertices.length / 3));
      part.corners.push(index(texture, textureVertices.length / 2));
      part.corners.push(index(normal, normals.length / 3));
      size++;
    }
    part.sizes.push(size);
    part.smoothing.push(smoothing);
  };
  const readVertex = (words: readonly string[]): void => {
    for (let at = 1; at < 4; at++) vertices.push(Number.parseFloat(words[at] ?? ''));
    if (words.length < 7) {
      if (colours.length > 0) for (let at = 0; at < 3; at++) colours.push(Number.NaN);
      return;
    }
    // Earlier vertices without a colour.
    while (colours.length < vertices.length - 3) colours.push(Number.NaN);
    for (let at = 4; at < 7; at++) colours.push(Number.parseFloat(words[at] ?? ''));
  };

  const readStatement = (line: string): void => {
    const words = splitWords(line);
    const rest = (): string => line.slice(words[0]?.length ?? 0).trim();
    switch (words[0]) {
      case 'v':
        readVertex(words);
        break;
      case 'vt':
        textureVertices.push(Number.parseFloat(words[1] ?? ''));
        textureVertices.push(Number.parseFloat(words[2] ?? '0'));
        break;
      case 'vn':
        for (let at = 1; at < 4; at++) normals.push(Number.parseFloat(words[at] ?? ''));
        break;
      case 'f':
      case 'fo':
        readElement('faces', words);
        break;
      case 'l':
        readElement('lines', words);
        break;
      case 'p':
        readElement('points', words);
        break;
      case 'o':
        current = null;
        openObject(rest());
        break;
      case 'g':
        current = null;
        openGroup(rest());
        break;
      case 'usemtl':
        current = null;
        material = rest();
        break;
      case 's':
        smoothing = words[1] === 'off' ? 0 : Math.max(0, Number.parseInt(words[1] ?? '', 10) || 0);
        break;
      case 'mtllib':
        libraries.push(rest());
        break;
    }
  };
  return {
    read(text) {
      const line = continued + text.trim();
      continued = '';
      if (line === '' || line.startsWith('#')) return;
      if (line.endsWith('\\')) continued = `${line.slice(0, -1)} `;
      else readStatement(line);
    },
    finish() {
      const isCloud = objects.every(({ groups }) =>
        [...groups.values()].every(({ parts }) => parts.size === 0),
      );
      if (isCloud) {
        const { corners, sizes, smoothing: groups } = openPart('points');
        for (let vertex = 0; vertex < vertices.length / 3; vertex++) {
          for (const number of [vertex, -1, -1]) corners.push(number);
        }
        sizes.push(vertices.length / 3);
        groups.push(0);
      }
      makeLinear(colours.view());
      return { vertices, colours, textureVertices, normals, objects, libraries };
    },
  };
}

/** The words before a comment. Names are taken whole: they may hold a `#`. */
function splitWords(line: string): string[] {
  const words = line.split(/\s+/);
  const comment = line.includes('#') ? words.findIndex((word) => word.startsWith('#')) : -1;
  return comment < 0 ? words : words.slice(0, comment);
}

/** A file with such a number writes all of its colours from 0 to 255. One from 0 to 1 may exceed 1 by a little, where its program rounds. */
const BYTES_FROM = 2;

/** @param colours sRGB, 0 to 1 or, as some scanners write all of a file, 0 to 255; linear, 0 to 1, afterwards. */
function makeLinear(colours: Float64Array): void {
  const isBytes = colours.some((value) => value >= BYTES_FROM);
  for (const [at, value] of colours.entries()) {
    colours[at] = decodeSrgb(Math.min(1, Math.max(0, isBytes ? value / 255 : value)));
  }
}
