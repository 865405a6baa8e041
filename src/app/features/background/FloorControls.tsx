import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { FLOOR_OFFSET_RANGE } from '../../../contract/constants.ts';
import type { FloorSettings, FloorStand } from '../../../contract/scene/floor.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { cleanName } from '../../model/list-materials.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ColourPicker } from '../../ui/ColourPicker.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { CycloramaControls } from './CycloramaControls.tsx';
import styles from './Floor.module.css';
import { isFloorChanged, previewFloor, resetFloor, setFloor } from './set-floor.ts';

const KINDS = ['auto', 'lowest', 'part'] as const;
const OFFSET_STEP = 0.05;
const SWATCHES = ['#ffffff', '#c9cdd1', '#8d9297', '#2b2d30', '#d8cdbd', '#b9876a', '#6f7f73', '#3a4a5e'];
/** Where a person who wants a colour begins. */
const FIRST_COLOUR = '#c9cdd1';
/** A menu of more is no help; the stage and the Objects tab pick among any number. */
const PARTS_MAX = 300;

/** Where the product stands, and what the floor mirrors and throws back. */
export function FloorControls() {
  const app = useApp();
  const texts = useTexts();
  const { floor: words } = useLateTexts();
  const { floor } = useSettings().render_settings;
  const set = (change: Parameters<typeof setFloor>[2]) => setFloor(app, texts, change);
  return (
    <div className={styles.controls}>
      <Stand stand={floor.stand} />
      <div className={styles.line}>
        <span className={styles.label}>{words.offset}</span>
        <Stepper
          label={words.offset}
          minValue={FLOOR_OFFSET_RANGE.min}
          maxValue={FLOOR_OFFSET_RANGE.max}
          step={OFFSET_STEP}
          value={floor.offset}
          onChange={(offset) => Number.isFinite(offset) && set({ offset })}
        />
      </div>
      <CycloramaControls cyclorama={floor.cyclorama} />
      {floor.cyclorama === undefined && <FlatFloor floor={floor} />}
      {isFloorChanged(floor) && (
        <Button size="sm" variant="quiet" onPress={() => resetFloor(app, texts)}>
          {words.reset}
        </Button>
      )}
    </div>
  );
}

/** What a floor may mirror, or that it is its shadow alone: a cyclorama does neither. */
function FlatFloor({ floor }: { readonly floor: FloorSettings }) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const { floor: words } = useLateTexts();
  const set = (change: Parameters<typeof setFloor>[2]) => setFloor(app, texts, change);
  return (
    <>
      <Switch
        label={t.floor.shadowOnly}
        isSelected={floor.isShadowOnly}
        onChange={(isShadowOnly) => set({ isShadowOnly })}
      />
      <span className={styles.help}>{words.shadowOnlyHelp}</span>
      <Slider
        label={words.gloss}
        valueText={format.percent(floor.gloss)}
        value={floor.gloss}
        isDisabled={floor.isShadowOnly}
        onChange={(gloss) => set({ gloss })}
      />
      <Slider
        label={words.roughness}
        valueText={format.percent(floor.roughness)}
        value={floor.roughness}
        isDisabled={floor.isShadowOnly || floor.gloss === 0}
        onChange={(roughness) => set({ roughness })}
      />
      <Colour colour={floor.colour} isDisabled={floor.isShadowOnly} />
    </>
  );
}

/** What of the product the floor touches: found, its lowest point, or a part from the menu or the stage. */
function Stand({ stand }: { readonly stand: FloorStand }) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { floor: words } = useLateTexts();
  const { picked } = useSnapshot(app.state.stage);
  const model = useModel();
  const [isChoosing, setChoosing] = useState(false);
  const meshes = model?.report.nodes.filter(({ hasMesh }) => hasMesh) ?? [];
  const parts = meshes.length > PARTS_MAX ? [] : meshes;
  const chosen =
    stand.kind === 'part' && stand.modelHash === model?.hash
      ? model.report.nodes.find(({ index }) => index === stand.nodeIndex)
      : undefined;
  const standOn = (nodeIndex: number) => {
    if (model === null) return;
    setFloor(app, texts, { stand: { kind: 'part', modelHash: model.hash, nodeIndex } });
  };
  const isPart = isChoosing || stand.kind === 'part';
  const listed = chosen === undefined || parts.includes(chosen) ? parts : [chosen, ...parts];
  return (
    <>
      <Segments
        label={words.stand}
        isWide
        value={isPart ? 'part' : stand.kind}
        options={KINDS.map((value) => ({ value, label: t.floor.stands[value] }))}
        onChange={(kind) => {
          setChoosing(kind === 'part');
          if (kind !== 'part') setFloor(app, texts, { stand: { kind } });
          else if (picked !== null) standOn(picked.nodeIndex);
        }}
      />
      <span className={styles.help}>{words.standHelp[isPart ? 'part' : stand.kind]}</span>
      {isPart && (
        <div className={styles.line}>
          {listed.length > 0 && (
            <Select
              label={words.part}
              isLabelHidden
              className={styles.part}
              placeholder={words.choosePart}
              options={listed.map(({ index, name }) => ({
                id: String(index),
                label: cleanName(name) || t.parts.unnamedMesh,
              }))}
              value={chosen === undefined ? null : String(chosen.index)}
              onChange={(id) => standOn(Number(id))}
            />
          )}
          <Button isDisabled={picked === null} onPress={() => picked !== null && standOn(picked.nodeIndex)}>
            {words.usePicked}
          </Button>
        </div>
      )}
    </>
  );
}

function Colour({ colour, isDisabled }: { readonly colour: string | null; readonly isDisabled: boolean }) {
  const app = useApp();
  const texts = useTexts();
  const { floor: words } = useLateTexts();
  const [before, setBefore] = useState(colour);
  return (
    <>
      <div className={styles.line}>
        <span className={styles.label}>{words.colour}</span>
        <span className={styles.pair}>
          {colour !== null && (
            <ColourPicker
              label={words.pickColour}
              colour={colour}
              swatches={SWATCHES}
              isDisabled={isDisabled}
              onOpen={() => setBefore(colour)}
              onPreview={(next) => previewFloor(app, { colour: next })}
              onCommit={(next) => {
                previewFloor(app, { colour: before });
                setFloor(app, texts, { colour: next });
              }}
            />
          )}
          <Button
            size="sm"
            isDisabled={isDisabled}
            onPress={() => setFloor(app, texts, { colour: colour === null ? FIRST_COLOUR : null })}
          >
            {colour === null ? words.ownColour : words.fromBackground}
          </Button>
        </span>
      </div>
      <span className={styles.help}>{words.colourHelp}</span>
    </>
  );
}
