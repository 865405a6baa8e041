import { Flashlight, Lightbulb, LightbulbOff, Plus } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { RIG_LIGHTS_MAX } from '../../../contract/constants.ts';
import { LIGHT_ROLES, type RigLight } from '../../../contract/scene/light-rig.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { isLitByFile } from '../../model/count-file-lights.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useListFocus } from '../../ui/use-list-focus.ts';
import { addLight } from './add-light.ts';
import { LightDetails } from './LightDetails.tsx';
import styles from './LightList.module.css';
import { soloLight, switchLight } from './set-rig.ts';
import { useRig } from './use-rig.ts';

/** The lights one under the other, with what can be set on the chosen one below it. */
export function LightList() {
  const app = useApp();
  const { rigs } = useLateTexts();
  const { lights, soloId } = useRig();
  const { selectedId } = useSnapshot(app.state.light);
  const isFileLit = isLitByFile(useModel()?.report, useSettings().render_settings.file_lights);
  const isFull = lights.length >= RIG_LIGHTS_MAX;
  const block = useRef<HTMLDivElement>(null);
  useListFocus(block);
  return (
    <div ref={block} className={styles.block}>
      <div className={styles.head}>
        <h3 className={styles.title}>{rigs.lights}</h3>
        <Menu
          label={rigs.add}
          trigger={
            <Button size="sm" variant="quiet" icon={<Plus size={14} />} isDisabled={isFull}>
              {rigs.add}
            </Button>
          }
          entries={LIGHT_ROLES.map((role) => ({
            id: role,
            label: rigs.roles[role],
            onAction: () => addLight(app, role),
          }))}
        />
      </div>
      {isFull && <span className={styles.help}>{rigs.full(RIG_LIGHTS_MAX)}</span>}
      {lights.length === 0 && (
        <span className={styles.help}>{isFileLit ? rigs.noneBesideFile : rigs.none}</span>
      )}
      <ul className={styles.list} aria-label={rigs.lights}>
        {lights.map((light, index) => (
          <li key={light.id} className={styles.item} data-selected={light.id === selectedId}>
            <LightRow
              light={light}
              number={index + 1}
              isSelected={light.id === selectedId}
              isSolo={light.id === soloId}
              isQuiet={soloId !== null && light.id !== soloId}
            />
            {light.id === selectedId && <LightDetails light={light} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function LightRow({
  light,
  number,
  isSelected,
  isSolo,
  isQuiet,
}: {
  readonly light: RigLight;
  readonly number: number;
  readonly isSelected: boolean;
  readonly isSolo: boolean;
  /** Another one is alone on. */
  readonly isQuiet: boolean;
}) {
  const app = useApp();
  const texts = useTexts();
  const { rigs } = useLateTexts();
  const name = rigs.numbered(number, rigs.roles[light.role]);
  return (
    <div className={styles.row} data-off={!light.isOn || isQuiet}>
      <button
        type="button"
        className={styles.name}
        aria-expanded={isSelected}
        onClick={() => {
          const { light: state } = app.state;
          state.selectedId = isSelected ? null : light.id;
          if (isSelected) state.isPlacing = false;
        }}
      >
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <span className={styles.role}>{rigs.roles[light.role]}</span>
        <span className={styles.value}>{texts.format.percent(light.intensity)}</span>
      </button>
      <IconButton
        size="sm"
        label={rigs.solo(name)}
        isOn={isSolo}
        icon={<Flashlight size={16} />}
        onPress={() => soloLight(app, texts, isSolo ? null : light.id)}
      />
      <IconButton
        size="sm"
        label={rigs.isOn(name)}
        className={styles.bulb}
        isOn={light.isOn}
        icon={light.isOn ? <Lightbulb size={16} /> : <LightbulbOff size={16} />}
        onPress={() => switchLight(app, texts, light.id, !light.isOn)}
      />
    </div>
  );
}
