/** An IES file of these angles, with candela for each horizontal angle by the vertical ones. */
export function makeIes(
  vertical: readonly number[],
  horizontal: readonly number[],
  candela: (vertical: number, horizontal: number) => number,
  { type = 1, factor = 1, ballast = 1, header = 'IESNA:LM-63-2002', tilt = 'TILT=NONE' } = {},
): string {
  return [
    header,
    '[TEST] made for a test',
    '[MANUFAC] nobody',
    tilt,
    `1 1000 ${factor} ${vertical.length} ${horizontal.length} ${type} 2 0.1 0.1 0`,
    `${ballast} 1 10`,
    vertical.join(' '),
    horizontal.join(' '),
    ...horizontal.map((h) => vertical.map((v) => candela(v, h)).join(' ')),
    '',
  ].join('\r\n');
}

export const everyDegrees = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
