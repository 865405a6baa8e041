import * as L from '../layout.ts';
import { cosine, sine, turn } from './maths.ts';
import { lensPair, u1, u2 } from './random.ts';
import { double, floorY, hasFloor, height } from './scene.ts';

/** The ray of the eye: where it starts, and its unit direction. */
export let eyeX: f64 = 0;
export let eyeY: f64 = 0;
export let eyeZ: f64 = 0;
export let lookX: f64 = 0;
export let lookY: f64 = 0;
export let lookZ: f64 = 0;

/**
 * A ray through a place of the picture, -1 to 1 to the right and upwards. Through a lens it starts somewhere on the
 * aperture and meets the sharp plane where the ray of a pinhole does. What of the aperture is below the floor would see
 * nothing: its other side stands in.
 */
export function openEye(sx: f64, sy: f64): void {
  let dx = double(L.D_CAMERA_FORWARD) + double(L.D_CAMERA_RIGHT) * sx + double(L.D_CAMERA_UP) * sy;
  let dy =
    double(L.D_CAMERA_FORWARD + 1) + double(L.D_CAMERA_RIGHT + 1) * sx + double(L.D_CAMERA_UP + 1) * sy;
  let dz =
    double(L.D_CAMERA_FORWARD + 2) + double(L.D_CAMERA_RIGHT + 2) * sx + double(L.D_CAMERA_UP + 2) * sy;
  eyeX = double(L.D_CAMERA_POSITION);
  eyeY = double(L.D_CAMERA_POSITION + 1);
  eyeZ = double(L.D_CAMERA_POSITION + 2);
  const focus = double(L.D_FOCUS_DISTANCE);
  if (focus > 0.0) {
    lensPair();
    const radius = Math.sqrt(u1);
    turn(u2);
    const across = radius * cosine,
      upwards = radius * sine;
    let lx = double(L.D_LENS_RIGHT) * across + double(L.D_LENS_UP) * upwards,
      ly = double(L.D_LENS_RIGHT + 1) * across + double(L.D_LENS_UP + 1) * upwards,
      lz = double(L.D_LENS_RIGHT + 2) * across + double(L.D_LENS_UP + 2) * upwards;
    if (hasFloor && eyeY > floorY && eyeY + ly <= floorY) {
      lx = -lx;
      ly = -ly;
      lz = -lz;
    }
    eyeX += lx;
    eyeY += ly;
    eyeZ += lz;
    dx = dx * focus - lx;
    dy = dy * focus - ly;
    dz = dz * focus - lz;
  }
  const il = 1.0 / Math.sqrt(dx * dx + dy * dy + dz * dz);
  lookX = dx * il;
  lookY = dy * il;
  lookZ = dz * il;
}

/** Height of a pixel per unit of distance. */
export function pixelSize(): f64 {
  const x = double(L.D_CAMERA_UP),
    y = double(L.D_CAMERA_UP + 1),
    z = double(L.D_CAMERA_UP + 2);
  return (2.0 * Math.sqrt(x * x + y * y + z * z)) / <f64>height;
}
