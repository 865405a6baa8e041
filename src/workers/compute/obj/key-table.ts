/** Numbers for keys of integers: equal keys get the same number, others the next one. */
export interface KeyTable {
  readonly count: number;
  /** @param key Of the table's width; read at once, not kept. */
  number(key: ArrayLike<number>): number;
}

/**
 * A hash table of integer keys in typed arrays. A `Map` of strings took six times as long and ten times the memory for
 * the 1.5 million corners of a large OBJ.
 *
 * @param width Integers a key has.
 * @param expected About how many keys will come.
 */
export function createKeyTable(width: number, expected: number): KeyTable {
  let slots = new Int32Array(powerAbove(expected * 2)).fill(-1);
  let keys = new Int32Array(Math.max(16, expected) * width);
  let count = 0;

  const hash = (read: ArrayLike<number>, start: number): number => {
    let value = 0x811c9dc5;
    for (let at = 0; at < width; at++) {
      value = Math.imul(value ^ (read[start + at] ?? 0), 0x01000193);
      value ^= value >>> 15;
    }
    return Math.imul(value, 0x2c1b3c6d) >>> 0;
  };
  const isSame = (index: number, key: ArrayLike<number>): boolean => {
    for (let at = 0; at < width; at++) if (keys[index * width + at] !== ((key[at] ?? 0) | 0)) return false;
    return true;
  };
  const grow = (): void => {
    const larger = new Int32Array(keys.length * 2);
    larger.set(keys);
    keys = larger;
  };
  const spread = (): void => {
    slots = new Int32Array(slots.length * 2).fill(-1);
    for (let index = 0; index < count; index++) {
      let slot = hash(keys, index * width) & (slots.length - 1);
      while (slots[slot] !== -1) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = index;
    }
  };
  return {
    get count() {
      return count;
    },
    number(key) {
      let slot = hash(key, 0) & (slots.length - 1);
      for (let index = slots[slot] ?? -1; index !== -1; index = slots[slot] ?? -1) {
        if (isSame(index, key)) return index;
        slot = (slot + 1) & (slots.length - 1);
      }
      if ((count + 1) * width > keys.length) grow();
      for (let at = 0; at < width; at++) keys[count * width + at] = key[at] ?? 0;
      slots[slot] = count++;
      if (count * 2 > slots.length) spread();
      return count - 1;
    },
  };
}

function powerAbove(value: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(Math.max(1, value))));
}
