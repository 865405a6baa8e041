import type { MaterialVersionBody } from '../../../contract/http/model-materials.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { Select } from '../../ui/Select.tsx';
import { compareVersions } from './compare-versions.ts';
import { FieldValue } from './FieldValue.tsx';
import styles from './MaterialHistory.module.css';

const NOW = 'now';

/** Two states of a material side by side; lines that differ are marked. */
export function VersionCompare({
  versions,
  now,
  besideId,
  onBeside,
  chosen,
}: {
  readonly versions: readonly MaterialVersionBody[];
  /** The material as it stands, saved or not. */
  readonly now: ModelMaterial;
  /** Version at the left; null for what stands now. */
  readonly besideId: number | null;
  readonly onBeside: (id: number | null) => void;
  readonly chosen: MaterialVersionBody;
}) {
  const { t } = useTexts();
  const left = versions.find(({ id }) => id === besideId)?.material ?? now;
  const right = chosen.material;
  const lines = compareVersions(left, right);
  const options = [
    { id: NOW, label: t.history.now },
    ...versions.map(({ id, version_number: number }) => ({
      id: String(id),
      label: t.history.version(number),
    })),
  ];
  return (
    <div>
      <Select
        label={t.history.compareWith}
        options={options}
        value={besideId === null ? NOW : String(besideId)}
        onChange={(id) => onBeside(id === NOW ? null : Number(id))}
      />
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="spoken">{t.history.field}</span>
            </th>
            <th scope="col">{options.find(({ id }) => id === String(besideId ?? NOW))?.label}</th>
            <th scope="col">{t.history.version(chosen.version_number)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ field, isDifferent }) => (
            <tr key={field} className={classes(isDifferent && styles.different)}>
              <th scope="row">
                {t.history.fields[field]}{' '}
                {isDifferent && <span className={styles.mark}>{t.history.differs}</span>}
              </th>
              <td>
                <FieldValue material={left} field={field} />
              </td>
              <td>
                <FieldValue material={right} field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!lines.some(({ isDifferent }) => isDifferent) && <p className={styles.same}>{t.history.same}</p>}
    </div>
  );
}
