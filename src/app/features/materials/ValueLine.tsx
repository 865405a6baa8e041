import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { STAGE_SIZE } from '../../../contract/constants.ts';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { ModelReport } from '../../../contract/model-report.ts';
import type { Units } from '../../browser/preferences.ts';
import { useApp } from '../../core/use-app.ts';
import { modelSizeMetres } from '../../model/dressings.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { printLength } from '../../model/print-length.ts';
import { type Texts, useTexts } from '../../texts/use-texts.ts';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Slider } from '../../ui/Slider.tsx';
import styles from './MaterialControls.module.css';
import { baseValues, isSetValue, readValues, type SlidField } from './material-values.ts';
import { previewMaterialColour, setMaterialColour, takeBackMaterialColour } from './set-material-colour.ts';
import { resetMaterialValue, setMaterialValue } from './set-material-value.ts';
import { SWATCHES } from './swatches.ts';
import { useGuard } from './use-guard.ts';

const RANGES: Partial<
  Record<SlidField, { readonly min: number; readonly max: number; readonly step: number }>
> = {
  normalScale: { min: 0, max: 4, step: 0.05 },
  emissiveIntensity: { min: 0, max: 10, step: 0.1 },
  tileSize: { min: 0.1, max: 10, step: 0.1 },
  rotationRadians: { min: -180, max: 180, step: 1 },
};

/** One value of a material with its slider, and the way back to what it is without the person. */
export function ValueLine({
  row,
  item,
  report,
  field,
}: {
  readonly row: MaterialRow;
  readonly item: LibraryItemBody | undefined;
  readonly report: Pick<ModelReport, 'bounds'>;
  readonly field: SlidField;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { units } = useSnapshot(app.state.preferences);
  const [before, setBefore] = useState(row);
  const values = readValues(row, item, report);
  const base = baseValues(row, item, report);
  const isAngle = field === 'rotationRadians';
  const isLight = field === 'emissiveIntensity';
  const [shown, change] = useGuard(values[field], (next) =>
    setMaterialValue(app, texts, row, values, field, next),
  );
  const range = RANGES[field];
  const isSet = isSetValue(values, base, field) || (isLight && isSetValue(values, base, 'emissive'));
  const label = t.dressing.properties[field];
  return (
    <div className={styles.line}>
      <Slider
        label={label}
        className={styles.slider}
        {...(range === undefined ? {} : { range })}
        value={isAngle ? (shown * 180) / Math.PI : shown}
        valueText={printValue(field, shown, report, texts, units)}
        onChange={(next) => change(isAngle ? (next * Math.PI) / 180 : next)}
      />
      {isLight && (
        <span className={styles.dot}>
          <ColourPicker
            label={t.dressing.emissiveOf(nameMaterial(row, texts))}
            colour={values.emissive}
            swatches={SWATCHES}
            onOpen={() => setBefore(row)}
            onPreview={(next) => previewMaterialColour(app, row, next, 'emissive')}
            onCommit={(next) => setMaterialColour(app, texts, before, next, 'emissive')}
            onTakenBack={() => takeBackMaterialColour(app, before, 'emissive')}
          />
        </span>
      )}
      {isSet ? (
        <IconButton
          size="sm"
          className={styles.back}
          label={t.dressing.backToOriginal(label)}
          icon={<RotateCcw size={14} />}
          onPress={() => resetMaterialValue(app, texts, row, item, field)}
        />
      ) : (
        <span className={styles.back} />
      )}
    </div>
  );
}

/** As a person reads it: a share, a factor, an angle, or the length of a tile on the real product. */
function printValue(
  field: SlidField,
  value: number,
  report: Pick<ModelReport, 'bounds'>,
  { t, format }: Texts,
  units: Units,
): string {
  if (field === 'rotationRadians')
    return t.dressing.degrees(format.number(Math.round((value * 180) / Math.PI)));
  if (field === 'normalScale' || field === 'emissiveIntensity')
    return format.number(Math.round(value * 100) / 100);
  if (field !== 'tileSize') return format.percent(value);
  return printLength((value / STAGE_SIZE) * modelSizeMetres(report), units, format);
}
