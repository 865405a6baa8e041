import type { MapReading } from '../compute-values.ts';
import { type MapKind, type MapName, readMapName } from './read-map-name.ts';
import { stemOf } from './stem-of.ts';

/** A file of whatever kind, by its name without folders. */
interface Named {
  readonly name: string;
}

/** What a picture does in a library material beside its colour. */
export type MapRole = 'normal' | 'roughness' | 'metalness';

/** How a normal map is read: green is up in OpenGL's, down in DirectX's. */
export type NormalWay = Extract<MapReading, 'asIs' | 'greenFlipped'>;

/** A picture that becomes a map of a material. One packed picture may serve twice. */
export interface ItemMap<File extends Named = globalThis.File> {
  readonly role: MapRole;
  readonly file: File;
  /** Which of its channels, and how. */
  readonly reading: MapReading;
}

/** A map that the product has no use for. */
export interface UnusedMap<File extends Named = globalThis.File> {
  readonly kind: MapKind;
  readonly file: File;
}

/** A library item to be: one picture, or the colour of a material with its maps. */
export interface PictureGroup<File extends Named = globalThis.File> {
  /** The picture itself. */
  readonly file: File;
  readonly folder: string | null;
  /** Of the material; null for a picture by itself, which is called as its file. */
  readonly name: string | null;
  readonly maps: readonly ItemMap<File>[];
  readonly unused: readonly UnusedMap<File>[];
}

interface NamedPicture<File extends Named> {
  readonly file: File;
  readonly folder: string | null;
  readonly read: MapName | null;
}

/**
 * Puts pictures of one material together, by their folders and the ends of their names, in the order in which they came.
 * Where no colour is among them, or nothing but it, each picture stays by itself.
 */
export function groupMaps<File extends Named>(
  pictures: readonly { readonly file: File; readonly folder: string | null }[],
): PictureGroup<File>[] {
  const named = pictures.map(({ file, folder }) => ({ file, folder, read: readMapName(stemOf(file.name)) }));
  const sets = new Map<NamedPicture<File>, PictureGroup<File>>();
  const taken = new Set<NamedPicture<File>>();
  for (const members of splitSets(named)) {
    const set = makeSet(members);
    if (set === null) continue;
    const first = members[0];
    if (first !== undefined) sets.set(first, set);
    for (const member of members) taken.add(member);
  }
  return named.flatMap((picture): PictureGroup<File>[] => {
    const set = sets.get(picture);
    if (set !== undefined) return [set];
    if (taken.has(picture)) return [];
    return [single(picture)];
  });
}

/** A picture by itself. */
export function single<File extends Named>({
  file,
  folder,
}: Pick<PictureGroup<File>, 'file' | 'folder'>): PictureGroup<File> {
  return { file, folder, name: null, maps: [], unused: [] };
}

/** Every file of a group by itself, what the product cannot use included. */
export function separate<File extends Named>({
  file,
  folder,
  maps,
  unused,
}: PictureGroup<File>): PictureGroup<File>[] {
  const files = new Set([file, ...maps.map((map) => map.file), ...unused.map((map) => map.file)]);
  return [...files].map((one) => single({ file: one, folder }));
}

/** Pictures of one name; where one kind is there twice, those of one size and version. */
function splitSets<File extends Named>(pictures: readonly NamedPicture<File>[]): NamedPicture<File>[][] {
  const byName = collect(pictures, ({ folder, read }) =>
    read === null ? null : JSON.stringify([folder, read.material.toLowerCase()]),
  );
  return byName.flatMap((members) => {
    const isTwice = new Set(members.map(({ read }) => read?.kind)).size < members.length;
    return isTwice ? collect(members, ({ read }) => read?.variant ?? null) : [members];
  });
}

function collect<File extends Named>(
  pictures: readonly NamedPicture<File>[],
  keyOf: (one: NamedPicture<File>) => string | null,
): NamedPicture<File>[][] {
  const found = new Map<string, NamedPicture<File>[]>();
  for (const picture of pictures) {
    const key = keyOf(picture);
    if (key !== null) found.set(key, [...(found.get(key) ?? []), picture]);
  }
  return [...found.values()];
}

function makeSet<File extends Named>(members: readonly NamedPicture<File>[]): PictureGroup<File> | null {
  const find = (kind: MapKind) => members.find(({ read }) => read?.kind === kind)?.file;
  const file = find('colour');
  if (file === undefined || members.length < 2) return null;
  const { folder = null, read } = members.find((member) => member.file === file) ?? {};
  const maps: ItemMap<File>[] = [];
  const take = (role: MapRole, kind: MapKind, reading: MapReading): void => {
    const map = find(kind);
    if (map !== undefined && maps.every((other) => other.role !== role))
      maps.push({ role, file: map, reading });
  };
  take('normal', 'normal', 'asIs');
  take('normal', 'normalDirectX', 'greenFlipped');
  take('roughness', 'roughness', 'asIs');
  take('roughness', 'packed', 'green');
  take('roughness', 'packedRoughness', 'green');
  take('roughness', 'glossiness', 'inverted');
  take('metalness', 'metalness', 'asIs');
  take('metalness', 'packed', 'blue');
  const used = new Set([file, ...maps.map((map) => map.file)]);
  const unused = members.flatMap((member) =>
    used.has(member.file) || member.read === null ? [] : [{ kind: member.read.kind, file: member.file }],
  );
  return { file, folder, name: read?.material || folder || stemOf(file.name), maps, unused };
}
