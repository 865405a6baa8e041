/** Values as Python prints them in messages of ComfyUI. */
export function pythonRepr(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, inner]) => `'${key}': ${pythonRepr(inner)}`)
      .join(', ')}}`;
  }
  return String(value);
}

/**
 * `int(value)` of Python.
 *
 * @throws Error with Python's message.
 */
export function pythonInt(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value !== 'string') throw notANumber('int', value);
  if (!/^\s*[+-]?\d+\s*$/.test(value)) {
    throw new Error(`invalid literal for int() with base 10: ${pythonRepr(value)}`);
  }
  return Number(value);
}

/**
 * `float(value)` of Python.
 *
 * @throws Error with Python's message.
 */
export function pythonFloat(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') throw notANumber('float', value);
  if (value.trim() === '' || !Number.isFinite(Number(value))) {
    throw new Error(`could not convert string to float: ${pythonRepr(value)}`);
  }
  return Number(value);
}

function notANumber(type: string, value: unknown): Error {
  const kind = value === null ? 'NoneType' : Array.isArray(value) ? 'list' : 'dict';
  const text =
    type === 'int' ? 'a string, a bytes-like object or a real number' : 'a string or a real number';
  return new Error(`${type}() argument must be ${text}, not '${kind}'`);
}
