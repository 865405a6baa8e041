/**
 * The few globals that Node and every browser worker share and that ECMAScript itself does not name. Declared here, so
 * that this folder compiles without the types of either host.
 */

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: ArrayBufferView | ArrayBuffer): string;
}

declare namespace WebAssembly {
  class Module {
    private readonly brand: 'WebAssembly.Module';
    constructor(bytes: Uint8Array | ArrayBuffer);
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Global {
    value: number;
  }
  function compile(bytes: Uint8Array | ArrayBuffer): Promise<Module>;
}

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class DOMException extends Error {
  constructor(message?: string, name?: string);
}
