/**
 * A copy of a plain value that nothing watches. What `useSnapshot` gives out is wrapped, and neither `structuredClone`
 * nor a worker takes it.
 *
 * @param value JSON values only.
 */
export function copyPlain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
