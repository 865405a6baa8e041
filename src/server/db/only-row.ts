/** The row of a statement that writes one and returns it. @throws Error where it has returned none: that is a bug. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('the statement returned nothing');
  return row;
}
