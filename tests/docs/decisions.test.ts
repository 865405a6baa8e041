import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** A decision, or a section of a description, as comments cite them: `(K10)`, `// S2 9, E2:`, `F1 to F11`. */
const DECISION = /(?:\(|, | to |by |; |\/\/ |\* )([A-L]\d{1,2})(?= to |\)|,|:|;|$| and |\.)/g;
const RANGE = /\b([A-L])(\d{1,2}) to \1(\d{1,2})\b/g;
const SECTION = /\bS[123] \d(?:\.\d)?\b/g;
/** Where on a line what is said of the code begins: a comment, or the title of a test. */
const SAID = /\/\/|\/\*|^\s*(?:\*|(?:test|describe)\b|')|\]\)\(/;

const files = ['src', 'tests', 'e2e', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
);
const cited = new Set(
  [...files, 'CONTRIBUTING.md']
    .filter((path) => /\.(?:tsx?|mjs|css|md)$/.test(path))
    .flatMap((path) => {
      const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
      return lines.flatMap((line) => (path.endsWith('.md') || SAID.test(line) ? listCited(line) : []));
    }),
);
const page = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8');
const explained = new Set([...page.matchAll(/^\| (S[123] [\d.]+|[A-L]\d+) \| /gm)].map(([, id = '']) => id));

function listCited(line: string): string[] {
  const ranges = [...line.matchAll(RANGE)].flatMap(([, letter, first, last]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${letter}${Number(first) + index}`,
    ),
  );
  const decisions = [...line.matchAll(DECISION)].map(([, id = '']) => id);
  return [...ranges, ...decisions, ...(line.match(SECTION) ?? [])];
}

test('every decision that the code cites is explained, and none that nobody cites', () => {
  expect([...cited].filter((id) => !explained.has(id))).toEqual([]);
  expect([...explained].filter((id) => !cited.has(id))).toEqual([]);
  expect(explained.size).toBeGreaterThan(150);
});

test('every decision says what holds and what follows, in one line each', () => {
  const rows = page.split('\n').filter((line) => /^\| (?:S[123] [\d.]+|[A-L]\d+) \|/.test(line));
  expect(rows).toHaveLength(explained.size);
  expect(rows.filter((row) => !/^\| [^|]+ \| [^|]{5,} \| [^|]{5,} \|$/.test(row))).toEqual([]);
});
