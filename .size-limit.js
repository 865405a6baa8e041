import { readdirSync, readFileSync } from 'node:fs';

const ASSETS = 'dist/app/assets/';

/** The files of the build that a browser reads before these run: what they import, and what that imports. */
function withImports(paths) {
  const all = new Set(paths);
  for (const path of all) {
    for (const [, name] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
    )) {
      all.add(ASSETS + name);
    }
  }
  return [...all];
}

/** The one file of the build with this name. */
function built(name) {
  const found = readdirSync(ASSETS).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  if (found.length !== 1) throw new Error(`The build has ${found.length} files named ${name}.`);
  return ASSETS + found[0];
}

/** The page's own scripts, as the built page itself names them; and one language. */
function listFirstPaint() {
  const page = readFileSync('dist/app/index.html', 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => ASSETS + name);
  return [...named, built('spanish')];
}

export default [
  {
    name: 'sign-in screen, JavaScript',
    path: withImports([...listFirstPaint(), built('shared-sign-in')]),
    limit: '190 kB',
    brotli: true,
  },
  {
    name: 'page, JavaScript at first paint',
    path: withImports(listFirstPaint()),
    limit: '170 kB',
    brotli: true,
  },
  {
    name: 'studio, after the sign-in',
    path: 'dist/app/assets/shared-studio-*.js',
    limit: '190 kB',
    brotli: true,
  },
  {
    name: 'what follows the stage',
    path: 'dist/app/assets/shared-at-rest-*.js',
    limit: '60 kB',
    brotli: true,
  },
  { name: 'viewer worker', path: 'dist/app/assets/viewer-*.js', limit: '300 kB', brotli: true },
  // Every device that draws compiles all of it.
  { name: 'tracer kernel', path: 'dist/tracer/kernel.wasm', limit: '64 kB', brotli: false },
];
