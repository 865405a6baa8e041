/**
 * The line with one of its members before the one that stands at `place` now; its length is the end. The same line where
 * nothing changes.
 */
export function moveInLine(line: readonly number[], member: number, place: number): readonly number[] {
  const from = line.indexOf(member);
  const to = place > from ? place - 1 : place;
  if (from === -1 || to === from || to < 0 || to >= line.length) return line;
  const rest = line.filter((other) => other !== member);
  return [...rest.slice(0, to), member, ...rest.slice(to)];
}
