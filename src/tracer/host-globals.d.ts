/**
 * The few globals that Node and every browser worker share and that ECMAScript itself does not name. Declared here, so
 * that this folder compiles without the types of either host.
 */

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: ArrayBufferView | ArrayBuffer): string;
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
