import { HELPER_VIEWS, type HelperView } from '../../contract/stage.ts';
import { suggestNames } from './suggest-names.ts';
import { UsageError } from './usage-error.ts';

/** Where the product is seen from: as the app opens it, as a view of its view helper, or from an angle. */
export type View =
  | { readonly kind: 'hero' }
  | { readonly kind: 'helper'; readonly view: HelperView }
  | {
      readonly kind: 'angle';
      /** 0 is the front, 90 the product's right side. */
      readonly azimuthDegrees: number;
      /** Above the middle of the product. */
      readonly elevationDegrees: number;
    };

/** What the app opens a model with. */
const HERO = 'three-quarter';
export const VIEW_NAMES: readonly string[] = [HERO, ...HELPER_VIEWS];

/** @throws UsageError. */
export function readView(text: string = HERO): View {
  const name = text.toLowerCase();
  if (name === HERO) return { kind: 'hero' };
  const view = HELPER_VIEWS.find((one) => one === name);
  if (view !== undefined) return { kind: 'helper', view };
  if (!/^[-+.\d]/.test(text))
    throw new UsageError(`There is no view “${text}”.${suggestNames(name, VIEW_NAMES)}`);
  const [azimuthDegrees = Number.NaN, elevationDegrees = Number.NaN, ...rest] = text.split(',').map(toNumber);
  const isInRange = Math.abs(azimuthDegrees) <= 360 && Math.abs(elevationDegrees) <= 90;
  if (isInRange && rest.length === 0) return { kind: 'angle', azimuthDegrees, elevationDegrees };
  throw new UsageError(
    `--view AZIMUTH,ELEVATION is two angles of at most 360 and 90 degrees, such as 30,15, not “${text}”.`,
  );
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
