/** Points of a disc of radius 1, evenly on a sunflower's spiral: x, y and how far from its middle. */
export function spreadOnDisc(count: number): readonly (readonly [number, number, number])[] {
  return Array.from({ length: count }, (_, i) => {
    const [away, turn] = [Math.sqrt((i + 0.5) / count), i * 2.39996323];
    return [away * Math.cos(turn), away * Math.sin(turn), away] as const;
  });
}

/** The places of these points as an array of GLSL. */
export function discOf(count: number): string {
  const points = spreadOnDisc(count).map(([x, y]) => `vec2( ${x.toFixed(6)}, ${y.toFixed(6)} )`);
  return `vec2[ ${count} ]( ${points.join(', ')} )`;
}
