import * as L from '../layout.ts';
import {
  areaB,
  areaDensity,
  areaG,
  areaR,
  areaReach,
  areaX,
  areaY,
  areaZ,
  hasPattern,
  isFlagged,
  lightShare,
  sampleOneLight,
  weighLights,
} from './area-lights.ts';
import { isBeforeWall, isOpenSky } from './cyclorama.ts';
import * as H from './hit.ts';
import { nextPair, u1, u2 } from './random.ts';
import { areaLightCount, areaLights, double, offset } from './scene.ts';
import { isLit, litB, litG, litR } from './shadow.ts';
import { sampleSky, skyB, skyDensity, skyG, skyR, skyX, skyY, skyZ } from './sky.ts';
import { FAR } from './traverse.ts';

/** What {@link changeCyclorama} found: light of patterns, less what the product keeps of all other. */
export let changeR: f64 = 0;
export let changeG: f64 = 0;
export let changeB: f64 = 0;

/** Where light is looked for, both normals there, and what light counts. */
let x: f64 = 0;
let y: f64 = 0;
let z: f64 = 0;
let gX: f64 = 0;
let gY: f64 = 0;
let gZ: f64 = 0;
let nX: f64 = 0;
let nY: f64 = 0;
let nZ: f64 = 0;
let kR: f64 = 0;
let kG: f64 = 0;
let kB: f64 = 0;
const INV_PI: f64 = 0.3183098861837907;

/** Notes the place of the cyclorama that was located, and what is thrown back there counts. */
export function standOnCyclorama(tR: f64, tG: f64, tB: f64): void {
  gX = H.gX;
  gY = H.gY;
  gZ = H.gZ;
  nX = H.nX;
  nY = H.nY;
  nZ = H.nZ;
  x = H.pX + gX * offset;
  y = H.pY + gY * offset;
  z = H.pZ + gZ * offset;
  kR = tR * double(L.D_FLOOR_COLOUR) * INV_PI;
  kG = tG * double(L.D_FLOOR_COLOUR + 1) * INV_PI;
  kB = tB * double(L.D_FLOOR_COLOUR + 2) * INV_PI;
}

/**
 * Looks for what changes the known light of the noted place: by a ray to each light and one to the sky, as on the floor.
 *
 * @param isIndirect Asks for the lights more seldom: for one of them, in the mean.
 */
export function changeCyclorama(passesBacks: bool, isIndirect: bool): void {
  changeR = 0;
  changeG = 0;
  changeB = 0;
  if (areaLights != 0) {
    weighLights(x, y, z, gX, gY, gZ, false);
    const askAt = isIndirect ? 1.0 : L.ASK_AT;
    for (let i = 0; i < areaLightCount; i++) {
      nextPair();
      const asked = Math.min(1.0, lightShare(i) * askAt);
      if (
        u1 < asked &&
        sampleOneLight(i, x, y, z, u1 / asked, u2, asked) &&
        !isFlagged &&
        isBeforeWall(x + areaX * areaReach, y + areaY * areaReach, z + areaZ * areaReach)
      )
        change(areaX, areaY, areaZ, areaReach, areaR, areaG, areaB, areaDensity, !hasPattern, passesBacks);
    }
  }
  nextPair();
  sampleSky(1.0);
  if (isOpenSky(skyX, skyY, skyZ))
    change(skyX, skyY, skyZ, FAR, skyR, skyG, skyB, skyDensity, true, passesBacks);
}

function change(
  dx: f64,
  dy: f64,
  dz: f64,
  reach: f64,
  r: f64,
  g: f64,
  b: f64,
  density: f64,
  isKnown: bool,
  passesBacks: bool,
): void {
  const cosine = dx * nX + dy * nY + dz * nZ;
  if (density <= 0.0 || cosine <= 0.0 || dx * gX + dy * gY + dz * gZ <= 0.0) return;
  const arrives = isLit(x, y, z, dx, dy, dz, 0, passesBacks, reach, false);
  const known: f64 = isKnown ? 1.0 : 0.0,
    k = cosine / density;
  changeR += kR * r * k * ((arrives ? litR : 0.0) - known);
  changeG += kG * g * k * ((arrives ? litG : 0.0) - known);
  changeB += kB * b * k * ((arrives ? litB : 0.0) - known);
}
