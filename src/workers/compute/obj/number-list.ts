type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** A list of numbers that grows, at a quarter of what an array of JavaScript numbers takes for integers. */
export interface NumberList<T extends Numbers> {
  readonly length: number;
  push(value: number): void;
  /** The values so far, as a view that the next `push` may leave behind. */
  view(): T;
}

export function createNumberList<T extends Numbers>(make: (length: number) => T): NumberList<T> {
  let values = make(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) {
        const grown = make(values.length * 2);
        grown.set(values);
        values = grown;
      }
      values[length++] = value;
    },
    view: () => values.subarray(0, length) as T,
  };
}

export const createIntegerList = (): NumberList<Int32Array<ArrayBuffer>> =>
  createNumberList((length) => new Int32Array(length));

export const createFloatList = (): NumberList<Float64Array<ArrayBuffer>> =>
  createNumberList((length) => new Float64Array(length));
