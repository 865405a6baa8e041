import { readFileSync } from 'node:fs';

/** The page's own script and what it imports before it runs, as the built page itself names them; and one language. */
function listFirstPaint() {
  const page = readFileSync('dist/app/index.html', 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => `dist/app/${path}`,
  );
  return [...named, 'dist/app/assets/spanish-*.js'];
}

export default [
  {
    name: 'sign-in screen, JavaScript',
    path: [...listFirstPaint(), 'dist/app/assets/shared-sign-in-*.js'],
    limit: '190 kB',
    brotli: true,
  },
  { name: 'page, JavaScript at first paint', path: listFirstPaint(), limit: '170 kB', brotli: true },
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
