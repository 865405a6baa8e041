import type { NamedFile } from '../../../contract/compute-values.ts';

/** A file on its way in: read only when something asks for it. */
export interface SourceFile {
  /** Relative to what was given, with forward slashes. */
  readonly path: string;
  read(): Promise<Blob>;
}

export type Companion =
  | { readonly kind: 'found'; readonly source: SourceFile }
  | { readonly kind: 'missing' }
  /** Several files have that name; none of them stands where the address points. */
  | { readonly kind: 'ambiguous' }
  /** An address outside of what was given: never read, never fetched. */
  | { readonly kind: 'refused' };

/** Finds what a model names among the files a person gave. */
export interface CompanionFinder {
  /** @param from Path of the file that names it. @param address As it stands there. */
  find(from: string, address: string): Companion;
  /** As `find`, with the bytes; remembers what was taken in `used` and `ambiguous`. */
  read(from: string, address: string): Promise<Blob | 'missing' | 'ambiguous' | 'refused'>;
  readonly used: ReadonlyMap<string, NamedFile>;
  readonly ambiguous: ReadonlySet<string>;
}

const HAS_SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/**
 * Looks where the address points from the file that names it, then from the root, then by name alone where exactly
 * one file has it. Percent escapes, backslashes, `./` and the case of letters do not matter. An address that climbs
 * out of the given files or begins at a disk's root counts by its name alone.
 */
export function createCompanionFinder(sources: readonly SourceFile[]): CompanionFinder {
  const exact = new Map(sources.map((source) => [source.path, source]));
  const folded = new Map<string, SourceFile>();
  const named = new Map<string, SourceFile[]>();
  for (const source of sources) {
    const path = fold(source.path);
    if (!folded.has(path)) folded.set(path, source);
    const name = baseName(path);
    const alike = named.get(name);
    if (alike === undefined) named.set(name, [source]);
    else alike.push(source);
  }
  const used = new Map<string, NamedFile>();
  const ambiguous = new Set<string>();

  const find = (from: string, address: string): Companion => {
    if (HAS_SCHEME.test(toPath(address))) return { kind: 'refused' };
    let isOutside = false;
    for (const spelling of listSpellings(address)) {
      const isAbsolute = /^([a-z]:)?\//i.test(spelling);
      const besides = isAbsolute ? null : joinPath(folderOf(from), spelling);
      const atRoot = isAbsolute ? null : joinPath('', spelling);
      isOutside ||= besides === null;
      for (const path of [besides, atRoot]) {
        const source = path === null ? undefined : (exact.get(path) ?? folded.get(fold(path)));
        if (source !== undefined) return { kind: 'found', source };
      }
    }
    for (const spelling of listSpellings(address)) {
      const [source, other] = named.get(fold(baseName(spelling))) ?? [];
      if (other !== undefined) return { kind: 'ambiguous' };
      if (source !== undefined) return { kind: 'found', source };
    }
    return { kind: isOutside ? 'refused' : 'missing' };
  };
  return {
    used,
    ambiguous,
    find,
    async read(from, address) {
      const found = find(from, address);
      if (found.kind === 'ambiguous') ambiguous.add(address.slice(0, 200));
      if (found.kind !== 'found') return found.kind;
      const { path } = found.source;
      const known = used.get(path);
      if (known !== undefined) return known.file;
      const file = await found.source.read();
      used.set(path, { path, file });
      return file;
    },
  };
}

/** What the file that an address names may be called, folded by {@link foldName}. */
export function listNames(address: string): string[] {
  return listSpellings(address).map((spelling) => foldName(spelling));
}

/** The name of a file, alike for all that {@link createCompanionFinder} takes for the same. */
export function foldName(path: string): string {
  return fold(baseName(path));
}

/** The part of a path after its last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** An address on a disk as the path that it is there; others as they stand. */
function toPath(address: string): string {
  return address.trim().replace(/^file:(\/\/)?/i, '');
}

/** The address as it stands, then without percent escapes, then without a query or a comment. */
function listSpellings(address: string): string[] {
  const plain = toPath(address).replaceAll('\\', '/');
  const spellings = [plain];
  try {
    spellings.push(decodeURIComponent(plain).replaceAll('\\', '/'));
  } catch {
    // A per cent sign of its own.
  }
  spellings.push(...spellings.map((spelling) => spelling.replace(/[?#].*$/s, '').trim()));
  return [...new Set(spellings)].filter((spelling) => spelling !== '');
}

/** Null when `..` leads out of what was given. */
function joinPath(folder: string, relative: string): string | null {
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of relative.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join('/');
}

/** Letters alike whatever their case and composition: file systems decompose accents, models do not. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
