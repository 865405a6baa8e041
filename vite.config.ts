import { readFileSync } from 'node:fs';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/**
 * Two builds of the Draco decoder share their names; the smaller one, for glTF alone, is the one in use and the one to
 * keep for offline use.
 */
const assetFileNames = ({ originalFileNames }: { readonly originalFileNames: readonly string[] }): string =>
  originalFileNames.some((name) => name.includes('draco/gltf/'))
    ? 'assets/gltf_[name]-[hash][extname]'
    : 'assets/[name]-[hash][extname]';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Where an expression begins that makes a shape: of zod, of `contract/shapes.ts`, or of another shape. */
const SHAPE =
  /^(?:z\s*\.|(?:text|title|whole|count|nullable|shapeOf)\(|[A-Z]\w*\.(?:extend|pick|omit|partial|optional|nullable|nullish|default|brand)[(<])/;
const LATE = 'virtual:late-shape';

/**
 * Has every shape made when it is first asked for anything: all of them at once take 40 ms of a task in which the page
 * answers nobody. Those that nobody reads, on the page or in a worker, are left out.
 */
const lateShapes: Plugin = {
  name: 'late-shapes',
  enforce: 'pre',
  resolveId: (id) => (id === LATE ? LATE : null),
  load: (id) =>
    id === LATE
      ? `export const lateShape = (make) => {
  let made;
  const shape = () => (made ??= make());
  return new Proxy({}, {
    get: (_, key) => shape()[key],
    has: (_, key) => key in shape(),
    getPrototypeOf: () => Object.getPrototypeOf(shape()),
  });
};`
      : null,
  transform: {
    filter: { id: /\/src\/(?:app|contract)\/.*\.tsx?$/ },
    handler(code, id) {
      const places = this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }).body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return [];
        return declared.declarations.flatMap(({ init }) =>
          init?.type === 'CallExpression' && SHAPE.test(code.slice(init.start, init.end)) ? [init] : [],
        );
      });
      if (places.length === 0) return null;
      let late = code;
      for (const { start, end } of places.reverse()) {
        const made = `/* @__PURE__ */ lateShape(() => (${code.slice(start, end)}))`;
        late = late.slice(0, start) + made + late.slice(end);
      }
      return `import { lateShape } from '${LATE}';\n${late}`;
    },
  },
};

/**
 * Every shape of zod can describe itself as JSON Schema, for which all of that is part of the first paint: 5 KB of it. Only
 * the server describes its shapes; in a browser what would do it throws.
 */
const noJsonSchema: Plugin = {
  name: 'no-json-schema',
  enforce: 'pre',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
    handler(code, id) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      if (!names.some((name) => /^(?:create)?(?:to|To)JSONSchema/.test(name ?? '')))
        throw new Error(`zod describes its shapes in another way: see vite.config.ts and ${id}`);
      const made = names.map((name) =>
        // What gives a shape its method runs for every shape.
        name?.startsWith('create')
          ? `export const ${name} = () => refuse;`
          : `export const ${name} = refuse;`,
      );
      const also = code.match(/^export \{ \w+ as \w+ \};$/gm) ?? [];
      const refuse = "const refuse = () => { throw new Error('Only the server describes its shapes.'); };";
      return { code: [refuse, ...made, ...also].join('\n'), map: null };
    },
  },
};

/** What stands in place of modules of react-aria, by what they export. */
const FIXED_LOCALE = {
  useDefaultLocale: {
    exports: ['getDefaultLocale', 'useDefaultLocale'],
    code: `const locale = { locale: 'en-US', direction: 'ltr' };
export const getDefaultLocale = () => locale;
export const useDefaultLocale = getDefaultLocale;`,
  },
  utils: { exports: ['isRTL'], code: 'export const isRTL = () => false;' },
};

/**
 * react-aria asks, while it is read, in which language the browser is and which way it is written, and the browser reads the
 * data of all languages for the answer: 12 to 40 ms before the first paint. Nobody asks it for a language here
 * (`texts/TextsProvider.tsx` says it), and ours are written from left to right.
 */
const fixedLocale: Plugin = {
  name: 'fixed-locale',
  enforce: 'pre',
  transform: {
    filter: { id: /react-aria\/.*\/i18n\/(?:useDefaultLocale|utils)\.m?js$/ },
    handler(code, id) {
      const known = FIXED_LOCALE[id.includes('useDefaultLocale') ? 'useDefaultLocale' : 'utils'];
      const exports = [...code.matchAll(/ as (\w+)[,}]/g)].map(([, name]) => name);
      if (String(exports.slice(-known.exports.length)) !== String(known.exports))
        throw new Error(`react-aria asks for its language in another way: see vite.config.ts and ${id}`);
      return { code: known.code, map: null };
    },
  },
};

/** What draws the page. It is read after the rest of the first paint, in a task of its own, and fetched beside it. */
const SCREEN = /\/src\/app\/App\.tsx$/;

/** Has the page fetch what draws it from the beginning, not when its first script has been read. */
const fetchScreen: Plugin = {
  name: 'fetch-screen',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const screen = Object.values(bundle ?? {}).find(({ fileName }) =>
        /^assets\/shared-screen-[^/]*\.js$/.test(fileName),
      );
      if (bundle && !screen) throw new Error('The build has no file of its own for what draws the page.');
      return screen
        ? [
            {
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${screen.fileName}` },
              injectTo: 'head',
            },
          ]
        : [];
    },
  },
};

/** What every language reads: files of their own would be more head than body. */
const SHARED_TEXTS = /\/src\/app\/texts\/(?:formatters|field-names)\.ts$/;
/** What the page says before a person has signed in, in one language; the rest of it comes late. */
const TEXTS = {
  english: /\/src\/app\/texts\/en\/[\w-]+\.ts$/,
  spanish: /\/src\/app\/texts\/es\/[\w-]+\.ts$/,
};

/** The screen before the studio, and what comes after it there: nobody waits for the studio to sign in. */
const SIGN_IN = /\/src\/app\/features\/account\/SignIn\.tsx$/;
const AFTER_SIGN_IN =
  /\/src\/app\/(?:features\/account\/VerifyEmail|ui\/ToastRegion|shell\/register-offline)\.tsx?$/;

/** What every visit asks for once its stage rests: parts of the screen, and what brings the server and this device together. */
const AT_REST =
  /\/src\/app\/(?:(?:features\/[\w-]+|orders)\/(?:(?:pull|queue|backup|recover|send)-[\w-]+|request-render|offer-tutorial|keep-starter)|features\/(?:materials\/MaterialList|order\/(?:OrderNote|WaitingOrders)|view-helper\/GizmoHint|views\/ViewsBar)|shell\/press-key)\.tsx?$/;

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/files': 'http://127.0.0.1:8000',
      '/version.json': 'http://127.0.0.1:8000',
      '/ws': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
  build: {
    target: 'es2022',
    outDir: 'dist/app',
    emptyOutDir: true,
    // The viewer worker is three.js in one piece; the size budgets stand in .size-limit.js.
    chunkSizeWarningLimit: 1200,
    // A data: URL would be refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        assetFileNames,
        // All of the first paint is one file: it compresses by 8 % better than the forty that it would be.
        // So is what a signed-in person needs at once, with all that it imports: it was 110 files.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 5 },
            { name: 'texts', test: SHARED_TEXTS, priority: 5 },
            { name: 'english', test: TEXTS.english, priority: 4 },
            { name: 'spanish', test: TEXTS.spanish, priority: 4 },
            { name: 'screen', test: SCREEN, priority: 4 },
            { name: 'sign-in', test: SIGN_IN, priority: 3 },
            { name: 'after-sign-in', test: AFTER_SIGN_IN, priority: 2 },
            { name: 'studio', test: /\/src\/app\/(Studio|start-app|create-app)\.tsx?$/, priority: 1 },
            { name: 'at-rest', test: AT_REST },
          ],
        },
        // What the page and its lazy parts share comes with the page: it is counted with it in .size-limit.js.
        chunkFileNames: ({ isDynamicEntry }) =>
          isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/shared-[name]-[hash].js',
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [lateShapes, noJsonSchema],
    rolldownOptions: {
      output: {
        assetFileNames,
        // Small modules of our own that several computations share are one file.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /\/src\//,
              minShareCount: 3,
              maxModuleSize: 20_000,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  // The package's own entry is its ES5 build, for pages that load it twice; this one is a seventh smaller.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  optimizeDeps: { exclude: ['@jsquash/webp', '@jsquash/png', '@jsquash/jpeg'] },
  plugins: [
    lateShapes,
    noJsonSchema,
    fixedLocale,
    fetchScreen,
    // react-aria speaks 30 languages; ours are two.
    { ...optimizeLocales.vite({ locales: ['en-US', 'es-ES'] }), enforce: 'pre' },
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/workers',
      filename: 'offline.ts',
      registerType: 'prompt',
      injectRegister: false,
      // The file in the root is the single source; no <link> in index.html, or Vite would emit a second one.
      manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
      includeManifestIcons: false,
      injectManifest: {
        // Of the icons the page itself shows one; the system takes the others when the app is installed.
        globPatterns: [
          '**/*.{js,css,html,wasm,woff2,svg}',
          'icons/icon-192.png',
          'rigs/*.webp',
          'assets/coated-print-*.png',
        ],
        // The Latin subset of Inter is enough for both languages.
        globIgnores: [
          '**/inter-{cyrillic,greek,vietnamese}*',
          '**/inter-*-ext-*',
          // Never asked for: Draco beyond glTF and without WebAssembly. WebP without SIMD is for Safari before 16.4,
          // which fetches it when it comes to that.
          '**/draco_*',
          '**/webp_enc-*',
          // What staff do is done on the server, and so is what is about money, links of mails, the second factor, passkeys and feedback.
          '**/{StaffHost,PricingModal,CreditsModal,LedgerModal,VerifyEmail,SignInWays,ask-authenticator,redraw-page}-*',
        ],
        maximumFileSizeToCacheInBytes: 8e6,
      },
    }),
  ],
});
