/** What of pdf.js is used here: its own declarations speak of a page's elements. */
declare module 'pdfjs-dist/legacy/build/pdf.mjs' {
  export interface Viewport {
    readonly width: number;
    readonly height: number;
    /** Of the page's units, whichever way it is turned. */
    convertToViewportRectangle(box: readonly number[]): [number, number, number, number];
  }
  export interface PdfPage {
    readonly ref: { readonly num: number; readonly gen: number };
    /** What is shown of it, in its own units. */
    readonly view: [number, number, number, number];
    readonly commonObjs: Iterable<readonly [id: string, value: unknown]>;
    getViewport(options: { scale: number; offsetX?: number; offsetY?: number }): Viewport;
    render(options: {
      canvas: null;
      canvasContext: OffscreenCanvasRenderingContext2D;
      viewport: Viewport;
      intent: 'print';
      background: string;
      annotationMode: number;
    }): { readonly promise: Promise<void> };
  }
  export interface PdfDocument {
    readonly numPages: number;
    getPage(number: number): Promise<PdfPage>;
  }
  export const AnnotationMode: { readonly DISABLE: number };
  export const VerbosityLevel: { readonly ERRORS: number };
  export function getDocument(options: Readonly<Record<string, unknown>>): {
    readonly promise: Promise<PdfDocument>;
    destroy(): Promise<void>;
  };
}
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {}
declare module 'pdfjs-dist/wasm/*.wasm?url' {
  const address: string;
  export default address;
}
