/** Nanometres of what stands for red, green and blue. */
const WAVES = [605, 540, 460] as const;
const WHITE_KELVIN = 5_600;

/**
 * Linear RGB of a glowing body beside daylight, after Planck at three wavelengths, luminance 1.
 *
 * @param green Shift of the green, as lamps have it.
 */
export function lampColour(kelvin: number, green: number): [number, number, number] {
  const glow = (nanometres: number, temperature: number) =>
    1 / Math.expm1(14_387_769 / (nanometres * temperature));
  const [r, g, b] = WAVES.map((wave) => glow(wave, kelvin) / glow(wave, WHITE_KELVIN)) as [
    number,
    number,
    number,
  ];
  const greener = g * (1 + green);
  const whole = 0.2126 * r + 0.7152 * greener + 0.0722 * b;
  return [r / whole, greener / whole, b / whole];
}
