/** Put in by the build (`vite.config.ts`); a page that was not built has none. */
declare const __VERSION__: string | undefined;

/** Of the product that this page is, as package.json has it. */
export const PRODUCT_VERSION: string = typeof __VERSION__ === 'string' ? __VERSION__ : 'unbuilt';
