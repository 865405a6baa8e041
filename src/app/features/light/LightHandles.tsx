import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { RigLight } from '../../../contract/scene/light-rig.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { StageHandle } from '../../ui/StageHandle.tsx';
import styles from './LightHandles.module.css';
import { createLightDisc, type LightDisc } from './light-disc.ts';
import { dropMove, keepMove, previewMove, turnLight } from './move-light.ts';
import { PlaceSurface } from './PlaceSurface.tsx';
import { useRig } from './use-rig.ts';

/** Degrees that an arrow key turns a light by; with Shift one. */
const KEY_DEGREES = 5;
const TURNS: Readonly<Record<string, readonly [azimuth: number, elevation: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The lights over the picture: where they hang and how large they are seen from the product. A drag moves one. */
export function LightHandles() {
  const app = useApp();
  const { rigs } = useLateTexts();
  const { isOpen, isPlacing, isCameraMoving, selectedId } = useSnapshot(app.state.light);
  const { camera, modelHash } = useSnapshot(app.state.stage);
  const { lights, soloId } = useRig();
  const disc = useMemo(() => (camera === null ? null : createLightDisc(camera)), [camera]);
  if (!isOpen || modelHash === null || disc === null) return null;
  const isShining = ({ id, isOn }: RigLight) => (soloId === null ? isOn : soloId === id);
  return (
    <>
      {isPlacing && selectedId !== null && <PlaceSurface />}
      <section className={styles.disc} data-hidden={isCameraMoving} aria-label={rigs.handles}>
        <svg className={styles.rings} viewBox="-1 -1 2 2" aria-hidden="true">
          <circle r="0.5" />
          <circle r="0.995" />
          {lights.filter(isShining).map((light) => (
            <polygon
              key={light.id}
              data-selected={light.id === selectedId}
              points={disc
                .outline(light)
                .map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`)
                .join(' ')}
            />
          ))}
        </svg>
        {lights.map((light, index) => (
          <Handle
            key={light.id}
            light={light}
            number={index + 1}
            disc={disc}
            isSelected={light.id === selectedId}
            isShining={isShining(light)}
          />
        ))}
      </section>
    </>
  );
}

function Handle({
  light,
  number,
  disc,
  isSelected,
  isShining,
}: {
  readonly light: RigLight;
  readonly number: number;
  readonly disc: LightDisc;
  readonly isSelected: boolean;
  readonly isShining: boolean;
}) {
  const app = useApp();
  const { rigs } = useLateTexts();
  const { id, role } = light;
  const [x, y] = disc.place(light);
  const place = rigs.direction(light.azimuthDegrees, light.elevationDegrees);
  return (
    <StageHandle
      label={rigs.handle(number, rigs.roles[role], place)}
      place={[`${50 * (1 + x)}%`, `${50 * (1 + y)}%`]}
      isSelected={isSelected}
      isOff={!isShining}
      onPress={() => {
        app.state.light.selectedId = id;
      }}
      onDrag={(xPx, yPx, box) =>
        previewMove(app, id, disc.anglesAt((2 * xPx) / box.width - 1, (2 * yPx) / box.height - 1))
      }
      onLetGo={(isKept) => (isKept ? keepMove(app) : dropMove(app))}
      onKey={({ key, shiftKey, ctrlKey, metaKey, altKey }) => {
        const turn = TURNS[key];
        if (turn === undefined || ctrlKey || metaKey || altKey) return false;
        const by = shiftKey ? 1 : KEY_DEGREES;
        turnLight(app, id, { azimuthDegrees: turn[0] * by, elevationDegrees: turn[1] * by });
        return true;
      }}
    >
      {number}
    </StageHandle>
  );
}
