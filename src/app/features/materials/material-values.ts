import { MATERIAL_APPLIED, MATERIAL_RESET } from '../../../contract/constants.ts';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { FileFinish, ModelReport } from '../../../contract/model-report.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import type { MaterialFinish } from '../../../contract/scene/material-dressing.ts';
import { fitTileSize, modelSizeMetres } from '../../model/dressings.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { isSameValue } from '../../values/same-value.ts';

/** What can be set on a material besides its colour and texture. */
export type MaterialValues = MaterialFinish &
  Pick<ModelMaterial, 'rotationRadians'> & {
    readonly metalness: number;
    readonly roughness: number;
    /** Stage units. */
    readonly tileSize: number;
  };
export type ValueField = keyof MaterialValues;
/** Values with a slider of their own. */
export type SlidField = Exclude<ValueField, 'emissive'>;

const NO_FINISH: FileFinish = {
  emissive: '#000000',
  emissiveIntensity: 0,
  normalScale: 1,
  aoMapIntensity: 1,
  opacity: 1,
  hasNormalMap: false,
  hasOcclusionMap: false,
};

/**
 * What a material is drawn with, whoever said so: the person, the library item, the reset or the file; the same order
 * as in `makeDressings`.
 *
 * @param item The library item that dresses it, when it is known.
 */
export function readValues(
  row: MaterialRow,
  item: LibraryItemBody | undefined,
  report: Pick<ModelReport, 'bounds'>,
): MaterialValues {
  const base = baseValues(row, item, report);
  const own = Object.entries(row.entry ?? {}).filter(([field, value]) => field in base && value !== null);
  const values: MaterialValues = { ...base, ...Object.fromEntries(own) };
  return { ...values, emissiveIntensity: isBlack(values.emissive) ? 0 : values.emissiveIntensity };
}

/** What it is drawn with where the person set nothing. */
export function baseValues(
  row: MaterialRow,
  item: LibraryItemBody | undefined,
  report: Pick<ModelReport, 'bounds'>,
): MaterialValues {
  const { entry, file } = row;
  const hasOwnTexture = entry?.textureHash != null;
  const isReplaced = hasOwnTexture || entry?.isReset === true;
  const surface = hasOwnTexture ? (item?.material ?? MATERIAL_APPLIED) : isReplaced ? MATERIAL_RESET : file;
  const { emissive, emissiveIntensity, normalScale, aoMapIntensity, opacity } =
    (isReplaced ? undefined : file.finish) ?? NO_FINISH;
  return {
    metalness: surface.metalness,
    roughness: surface.roughness,
    emissive,
    emissiveIntensity: isBlack(emissive) ? 0 : emissiveIntensity,
    normalScale,
    aoMapIntensity,
    opacity,
    tileSize: fitTileSize(item?.material?.tile_size_metres ?? null, modelSizeMetres(report)),
    rotationRadians: 0,
  };
}

/** Whether the person set a value that differs from what it would be without. */
export function isSetValue(values: MaterialValues, base: MaterialValues, field: ValueField): boolean {
  return !isSameValue(values[field], base[field]);
}

/** The values that change how this material looks, in the panel's order: without a map there is nothing to scale. */
export function listValueFields(row: MaterialRow): SlidField[] {
  const { entry, file } = row;
  const hasOwnTexture = entry?.textureHash != null;
  const isAsInFile = !hasOwnTexture && entry?.isReset !== true;
  const hasRelief = hasOwnTexture
    ? entry.normalHash !== null
    : isAsInFile && file.finish?.hasNormalMap === true;
  const fields: [SlidField, boolean][] = [
    ['metalness', true],
    ['roughness', true],
    ['normalScale', hasRelief],
    ['emissiveIntensity', true],
    ['aoMapIntensity', isAsInFile && file.finish?.hasOcclusionMap === true],
    ['opacity', true],
    ['tileSize', hasOwnTexture],
    ['rotationRadians', hasOwnTexture],
  ];
  return fields.filter(([, isShown]) => isShown).map(([field]) => field);
}

const isBlack = (colour: string): boolean => /^#0{6}$/.test(colour);
