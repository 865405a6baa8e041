import { X } from 'lucide-react';
import type { NormalWay } from '../../../contract/files/group-maps.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import styles from './MapList.module.css';
import type { UploadList, UploadRow } from './upload-list.ts';

/** The maps of a material that is to be uploaded: one can be left out, or all go separately. */
export function MapList({
  row,
  list,
  isBusy,
}: {
  readonly row: UploadRow;
  readonly list: UploadList;
  readonly isBusy: boolean;
}) {
  const { format } = useTexts();
  const { materialMaps: words } = useLateTexts();
  const name = row.name ?? row.file.name;
  const said = [words.maps.colour, ...row.maps.map(({ role }) => words.maps[role])].join(', ');
  const normal = row.maps.find(({ role }) => role === 'normal');
  const unused = [...new Set(row.unused.map(({ kind }) => words.kinds[kind]))];
  return (
    <div className={styles.maps}>
      <p className={styles.said}>{said.charAt(0).toUpperCase() + said.slice(1)}</p>
      {!isBusy && (
        <>
          <ul className={styles.list}>
            {row.maps.map(({ role, file }) => (
              <li key={role} className={styles.map}>
                <span className={styles.file} title={file.name}>
                  {file.name}
                </span>
                <IconButton
                  size="sm"
                  label={words.takeOut(words.maps[role], name)}
                  icon={<X size={14} />}
                  onPress={() => list.takeOut(row.id, role)}
                />
              </li>
            ))}
          </ul>
          {normal !== undefined && (
            <div className={styles.normal}>
              <Segments<NormalWay>
                label={words.normalOf(name)}
                options={[
                  { value: 'asIs', label: 'OpenGL' },
                  { value: 'greenFlipped', label: 'DirectX' },
                ]}
                value={normal.reading === 'greenFlipped' ? 'greenFlipped' : 'asIs'}
                onChange={(way) => list.setNormal(row.id, way)}
              />
              <p className={styles.quiet}>{words.normalHint}</p>
            </div>
          )}
          <Button size="sm" aria-label={words.separateOf(name)} onPress={() => list.separate(row.id)}>
            {words.separate}
          </Button>
        </>
      )}
      {unused.length > 0 && <p className={styles.quiet}>{words.unused(format.list(unused))}</p>}
    </div>
  );
}
