import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SKIPPED = /^(node_modules|dist|data|\.git|test-results)$/;

const files = listFiles(ROOT);
const paths = new Set(files.flatMap((file) => withFolders(file)));
const names = new Set(files.map((file) => basename(file)));
const documents = files.filter((file) => file.endsWith('.md'));

/** Files below a folder, by their paths from the root. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (SKIPPED.test(relative(ROOT, path))) return [];
    return entry.isDirectory() ? listFiles(path) : [relative(ROOT, path)];
  });
}

function withFolders(file: string): string[] {
  const above = dirname(file);
  return above === '.' ? [file] : [file, ...withFolders(above)];
}

/** A path, and what is left of it without the folders above. */
function withEnds(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}

/** A document speaks of files from the root, from its own folder, or from the room that it is about. */
function isThere(path: string, document: string): boolean {
  const from = ['', 'src', 'src/app', 'src/server', 'src/workers', 'src/tracer', dirname(document)];
  return from.some((folder) => paths.has(join(folder, path))) || (!path.includes('/') && names.has(path));
}

test.each(documents)('every file that %s names is there', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const named = [
    ...text.matchAll(
      /`([\w@./-]+\.(?:tsx?|mjs|css|json|md|wasm)|(?:src|tests|docs|scripts|e2e)\/[\w./-]*)`/g,
    ),
  ]
    .map(([, path = '']) => path.replace(/^\.\//, '').replace(/\/$/, ''))
    // What a run leaves behind, and what a folder of data holds.
    .filter((path) => !/^(dist|DATA_DIR|node_modules)\//.test(path));
  expect(named.filter((path) => !isThere(path, document))).toEqual([]);
});

test('every module that a comment names is there', () => {
  // A comment names as much of a path as tells which one it is.
  const ends = new Set(files.flatMap((file) => withEnds(file)));
  const gone = files
    .filter((file) => /^(src|tests|e2e)\/.*\.tsx?$/.test(file))
    .flatMap((file) => {
      const comments = readFileSync(join(ROOT, file), 'utf8').match(/\/\*[\s\S]*?\*\/|\/\/.*/g) ?? [];
      return [...comments.join('\n').matchAll(/`(?:\.\/)?([\w-][\w./-]*\.(?:tsx?|mjs|css|md))`/g)].flatMap(
        ([, path = '']) => (ends.has(path) ? [] : [`${file}: ${path}`]),
      );
    });
  expect(gone).toEqual([]);
});
