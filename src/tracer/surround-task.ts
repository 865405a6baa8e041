import type { Band, PictureSize } from './picture.ts';
import type { PictureTask } from './picture-task.ts';
import type { Plate } from './post/build-plate.ts';
import type { SrgbTables } from './post/srgb-tables.ts';
import type { Surroundings } from './trace-events.ts';

/**
 * A picture before surroundings that were painted for it. Light, floor and product stay as the recipe has them. No style grades
 * it, and light that was painted on the stage falls on the product alone: whoever painted was shown the rest with it.
 */
export function surroundTask(
  task: PictureTask,
  { rgba, shadowShare, reflectionShare }: Surroundings,
): PictureTask {
  const { widthPx, heightPx } = task.spec;
  if (rgba.length !== widthPx * heightPx * 4) throw new Error('surroundings of another size');
  const whole = { widthPx, heightPx };
  const draw = (size: PictureSize, band: Band): Plate =>
    size.widthPx === widthPx && size.heightPx === heightPx
      ? cutPlate(rgba, whole, band, task.srgb)
      : shrinkPlate(rgba, whole, size, task.srgb);
  const { backdrop, look } = task;
  const isLarge = Math.max(backdrop.plate.widthPx, backdrop.plate.heightPx) < Math.max(widthPx, heightPx);
  return {
    ...task,
    isSurrounded: true,
    reflectionShare,
    backdrop: {
      ...backdrop,
      plate: draw(isLarge ? backdrop.plate : whole, {
        top: 0,
        rows: isLarge ? backdrop.plate.heightPx : heightPx,
      }),
      style: null,
      draw: (size, band) => ({ plate: draw(size, band), light: backdrop.draw(size, band).light }),
    },
    look: { ...look, style: null, shadowIntensity: look.shadowIntensity * (1 - shadowShare) },
  };
}

/** Rows of surroundings, whose bytes stay as they are where nothing covers or shades them. */
function cutPlate(rgba: Uint8Array, { widthPx }: PictureSize, { top, rows }: Band, srgb: SrgbTables): Plate {
  const exact = rgba.subarray(top * widthPx * 4, (top + rows) * widthPx * 4);
  const rgb = new Float32Array(widthPx * rows * 3);
  for (let i = 0; i < widthPx * rows; i++) {
    for (let k = 0; k < 3; k++) rgb[i * 3 + k] = srgb.decode[exact[i * 4 + k] ?? 0] ?? 0;
  }
  return { widthPx, heightPx: rows, rgb, exact, isLit: true };
}

/** All of them in a smaller size: means of whole areas, in linear light. */
function shrinkPlate(rgba: Uint8Array, from: PictureSize, to: PictureSize, srgb: SrgbTables): Plate {
  const { widthPx, heightPx } = to;
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    const top = Math.floor((y * from.heightPx) / heightPx);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * from.heightPx) / heightPx));
    for (let x = 0; x < widthPx; x++) {
      const left = Math.floor((x * from.widthPx) / widthPx);
      const right = Math.max(left + 1, Math.floor(((x + 1) * from.widthPx) / widthPx));
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let sy = top; sy < bottom; sy++) {
          for (let sx = left; sx < right; sx++)
            sum += srgb.decode[rgba[(sy * from.widthPx + sx) * 4 + k] ?? 0] ?? 0;
        }
        rgb[(y * widthPx + x) * 3 + k] = sum / ((bottom - top) * (right - left));
      }
    }
  }
  return { widthPx, heightPx, rgb, exact: null, isLit: true };
}
