/** The part of the WebAssembly interface that the tracer uses; its `lib` is plain ECMAScript. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: ArrayBuffer | Uint8Array);
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    grow(pages: number): number;
  }
  class Instance {
    readonly exports: Record<string, unknown>;
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
  }
}
