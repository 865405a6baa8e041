/** What is left of a colour under a tint, as pictures are tinted on the page. @returns `#rrggbb`, as both are. */
export function multiplyColours(colour: string, tint: string): string {
  const digits = [1, 3, 5].map((at) => {
    const [value, share] = [colour, tint].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(((value ?? 0) * (share ?? 0)) / 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}
