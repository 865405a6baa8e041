/** Arguments and answers are numbers: addresses, or handles of {@link BoundBasis.hold}. */
type Call = (...values: number[]) => number;

interface BoundClass {
  create: Call;
  readonly destroy: Call;
  /** Each takes the object's address first. */
  readonly methods: Map<string, Call>;
}

/** One instance of the Basis Universal transcoder, with memory of its own, which never shrinks. */
export interface BoundBasis {
  readonly functions: ReadonlyMap<string, Call>;
  readonly classes: ReadonlyMap<string, Readonly<BoundClass>>;
  /** A handle under which the transcoder finds a value, until {@link BoundBasis.release}. */
  hold(value: unknown): number;
  /** Lets go of all that was held. */
  release(): void;
}

/** Kinds of `emval` calls: of a function, of a constructor. */
const CONSTRUCTOR = 1;
/** Bytes from one packed argument of an `emval` call to the next. */
const ARGUMENT_STRIDE = 8;
const PAGE_BYTES = 65_536;
/** No image within the limits needs more: 64 megapixels are 256 MiB decoded. */
const MAX_MEMORY_BYTES = 2 ** 30;
/** What the build imports, by the names its script gives them. What is not offered below is never used here. */
const IMPORTS = [
  ['K', '___cxa_throw'],
  ['G', '__abort_js'],
  ['s', '__embind_finalize_value_object'],
  ['C', '__embind_register_bigint'],
  ['I', '__embind_register_bool'],
  ['w', '__embind_register_class'],
  ['v', '__embind_register_class_constructor'],
  ['d', '__embind_register_class_function'],
  ['m', '__embind_register_constant'],
  ['H', '__embind_register_emval'],
  ['o', '__embind_register_enum'],
  ['a', '__embind_register_enum_value'],
  ['A', '__embind_register_float'],
  ['i', '__embind_register_function'],
  ['l', '__embind_register_integer'],
  ['f', '__embind_register_memory_view'],
  ['z', '__embind_register_std_string'],
  ['u', '__embind_register_std_wstring'],
  ['t', '__embind_register_value_object'],
  ['c', '__embind_register_value_object_field'],
  ['J', '__embind_register_void'],
  ['F', '__emscripten_memcpy_js'],
  ['n', '__emval_as'],
  ['q', '__emval_call'],
  ['p', '__emval_call_method'],
  ['b', '__emval_decref'],
  ['x', '__emval_get_global'],
  ['j', '__emval_get_method_caller'],
  ['r', '__emval_get_module_property'],
  ['g', '__emval_get_property'],
  ['k', '__emval_incref'],
  ['h', '__emval_new_cstring'],
  ['e', '__emval_run_destructors'],
  ['D', '_emscripten_resize_heap'],
  ['E', '_fd_close'],
  ['B', '_fd_seek'],
  ['y', '_fd_write'],
] as const;

/**
 * Starts `basis_transcoder.wasm` as three.js 0.187 ships it, without the script beside it: that script makes its
 * functions from text, which a Content-Security-Policy without `unsafe-eval` refuses, and wants CommonJS in Node. This
 * is the small part of Emscripten's embind that reading a KTX2 file asks for, and no type is converted: what the
 * transcoder calls a string, a constant or a structure stays unused. Starting takes 20 ms.
 */
export function bindBasis(wasm: WebAssembly.Module): BoundBasis {
  const values: unknown[] = [undefined];
  const objectTypes = new Set<number>();
  const callers: { readonly isConstructor: boolean; readonly types: readonly number[] }[] = [];
  const functions = new Map<string, Call>();
  const classes = new Map<string, BoundClass>();
  const classOfType = new Map<number, BoundClass>();

  const hold = (value: unknown): number => values.push(value) - 1;
  const bytes = (): Uint8Array => new Uint8Array(memory.buffer);
  const words = (at: number, count: number): number[] => [...new Uint32Array(memory.buffer, at, count)];
  const text = (at: number): string => {
    const all = bytes();
    return String.fromCharCode(...all.subarray(at, all.indexOf(0, at)));
  };
  const call = (at: number): Call => table.get(at);
  /** @param code Signature, invoker, function: places in its memory and in its table. */
  const bind = ([, invoker = 0, target = 0]: readonly number[]): Call => {
    const invoke = call(invoker);
    return (...given) => invoke(target, ...given);
  };
  const wire = (type: number, value: unknown): number =>
    objectTypes.has(type) ? hold(value) : Number(value ?? 0);
  const apply = (caller: number, self: unknown, callee: unknown, packed: number): number => {
    const { isConstructor, types } = callers[caller] ?? { isConstructor: false, types: [0] };
    const given = types.slice(1).map((type, index) => {
      const [word = 0] = words(packed + index * ARGUMENT_STRIDE, 1);
      return objectTypes.has(type) ? values[word] : word;
    });
    const made = isConstructor
      ? Reflect.construct(callee as new () => unknown, given)
      : Reflect.apply(callee as () => unknown, self, given);
    return wire(types[0] ?? 0, made);
  };
  const fail = (): never => {
    throw new Error('the transcoder gave up');
  };

  const offered: Readonly<Record<string, (...given: never[]) => unknown>> = {
    __embind_register_emval: (type: number) => void objectTypes.add(type),
    __embind_register_function(name: number, _count: number, _types: number, ...code: number[]) {
      functions.set(text(name), bind(code));
    },
    __embind_register_class(...given: number[]) {
      const [name = 0, , destroy = 0] = given.slice(10);
      const made = { create: fail, destroy: (self: number) => call(destroy)(self), methods: new Map() };
      classOfType.set(given[0] ?? 0, made);
      classes.set(text(name), made);
    },
    __embind_register_class_constructor(type: number, _count: number, _types: number, ...code: number[]) {
      const owner = classOfType.get(type);
      if (owner !== undefined) owner.create = bind(code);
    },
    __embind_register_class_function(
      type: number,
      name: number,
      _count: number,
      _types: number,
      ...code: number[]
    ) {
      classOfType.get(type)?.methods.set(text(name), bind(code));
    },

    __emval_as: (handle: number, type: number) => wire(type, values[handle]),
    __emval_call: (caller: number, handle: number, _destructors: number, packed: number) =>
      apply(caller, null, values[handle], packed),
    __emval_call_method(caller: number, handle: number, name: number, _destructors: number, packed: number) {
      const self = values[handle] as Record<string, unknown>;
      return apply(caller, self, self[text(name)], packed);
    },
    // It asks for the type it makes views of its memory with, and for that memory.
    __emval_get_global: () => hold(Uint8Array),
    __emval_get_module_property: () => hold(new Int8Array(memory.buffer)),
    __emval_get_method_caller: (count: number, types: number, kind: number) =>
      callers.push({ isConstructor: kind === CONSTRUCTOR, types: words(types, count) }) - 1,
    __emval_get_property: (handle: number, key: number) =>
      hold((values[handle] as Record<string, unknown>)[values[key] as string]),
    __emval_new_cstring: (at: number) => hold(text(at)),

    __emscripten_memcpy_js: (to: number, from: number, count: number) =>
      void bytes().copyWithin(to, from, from + count),
    _emscripten_resize_heap(wanted: number) {
      if (wanted >>> 0 > MAX_MEMORY_BYTES) return 0;
      memory.grow(Math.ceil(((wanted >>> 0) - memory.buffer.byteLength) / PAGE_BYTES));
      return 1;
    },
    ___cxa_throw: fail,
    __abort_js: fail,
  };
  const imports = IMPORTS.map(([letter, name]) => [letter, offered[name] ?? (() => 0)]);
  const { exports } = new WebAssembly.Instance(wasm, { a: Object.fromEntries(imports) });
  const memory = exports.L as WebAssembly.Memory;
  const table = exports.P as { get(at: number): Call };
  (exports.M as () => void)();
  const release = (): void => {
    values.length = 1;
  };
  return { functions, classes, hold, release };
}
