import { RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Label } from '../../../contract/scene/label.ts';
import type { LabelOutline } from '../../../contract/stage.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { StageHandle } from '../../ui/StageHandle.tsx';
import { copyPlain } from '../../values/copy-plain.ts';
import styles from './LabelHandles.module.css';
import { nudgeLabel } from './nudge-label.ts';
import { placeHandles } from './place-handles.ts';
import { type Grip, keepDraft, sizeByDrag, stepSize, stepTurn, turnByDrag } from './reshape-label.ts';

const CORNERS = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const;
/** Units of the normalised frame that an arrow key moves a label by. */
const KEY_STEP = 0.1;
const KEY_FACTOR = 1.05;
const KEY_RADIANS = Math.PI / 36;
/** Of an arrow's step, with Shift. */
const FINE = 0.2;
const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The selected label over the picture: its outline, corners that size it, and a dot that turns it. */
export function LabelHandles() {
  const app = useApp();
  const { isOpen, selected, outline, waiting } = useSnapshot(app.state.labels);
  const { labels } = useSettings().render_settings;
  const label = selected === null ? undefined : labels[selected];
  if (!isOpen || waiting !== null || outline === null || selected === null || label === undefined)
    return null;
  return <Handles key={selected} index={selected} label={label} outline={outline} />;
}

function Handles({
  index,
  label,
  outline,
}: {
  readonly index: number;
  readonly label: Label;
  readonly outline: LabelOutline;
}) {
  const app = useApp();
  const { labels: words } = useLateTexts();
  const grip = useRef<Grip | null>(null);
  const { corners, turn } = placeHandles(outline);
  const { name } = label;
  const grab = (xPx: number, yPx: number): void => {
    grip.current = { label: copyPlain(label), middle: outline.middle, from: [xPx, yPx] };
  };
  const drag = (make: typeof sizeByDrag) => (xPx: number, yPx: number) => {
    const { current } = grip;
    if (current !== null) app.state.labels.draft = { index, label: make(current, [xPx, yPx]) };
  };
  const letGo = (isKept: boolean): void => {
    grip.current = null;
    if (isKept) keepDraft(app);
    else app.state.labels.draft = null;
  };
  /** @param use What arrow keys do at this handle. */
  const press =
    (use: (right: number, up: number) => void) =>
    ({ key, shiftKey, ctrlKey, metaKey, altKey }: React.KeyboardEvent): boolean => {
      const arrow = ARROWS[key];
      const share = shiftKey ? FINE : 1;
      // Brackets come with AltGr on many keyboards.
      if (key === '[' || key === ']') stepTurn(app, index, key === '[' ? KEY_RADIANS : -KEY_RADIANS);
      else if (ctrlKey || metaKey || altKey) return false;
      else if (key === '+' || key === '=') stepSize(app, index, KEY_FACTOR);
      else if (key === '-') stepSize(app, index, 1 / KEY_FACTOR);
      else if (arrow === undefined) return false;
      else use(arrow[0] * share, arrow[1] * share);
      return true;
    };
  const pressMiddle = press((right, up) => void nudgeLabel(app, index, right * KEY_STEP, up * KEY_STEP));
  const pressCorner = press((right, up) => stepSize(app, index, KEY_FACTOR ** (right + up)));
  const pressTurn = press((right, up) => stepTurn(app, index, (up - right) * KEY_RADIANS));
  const [from = turn, to = turn] = outline.corners;
  return (
    <section className={styles.layer} aria-label={words.handles(name)}>
      <svg className={styles.lines} aria-hidden="true">
        <line x1={(from[0] + to[0]) / 2} y1={(from[1] + to[1]) / 2} x2={turn[0]} y2={turn[1]} />
        <polygon points={outline.edge.map(([x, y]) => `${x},${y}`).join(' ')} />
      </svg>
      <button
        type="button"
        className={styles.middle}
        aria-label={words.placeHandle(name)}
        ref={(element) => {
          element?.style.setProperty('--x', `${outline.middle[0]}px`);
          element?.style.setProperty('--y', `${outline.middle[1]}px`);
        }}
        onKeyDown={(event) => {
          if (!pressMiddle(event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {corners.map((corner, at) => {
        const where = CORNERS[at] ?? 'topLeft';
        return (
          <StageHandle
            key={where}
            label={words.cornerHandles[where](name)}
            place={[onStage(corner[0]), onStage(corner[1])]}
            isSmall
            onGrab={grab}
            onDrag={drag(sizeByDrag)}
            onLetGo={letGo}
            onKey={pressCorner}
          />
        );
      })}
      <StageHandle
        label={words.turnHandle(name)}
        place={[onStage(turn[0]), onStage(turn[1])]}
        onGrab={grab}
        onDrag={drag(turnByDrag)}
        onLetGo={letGo}
        onKey={pressTurn}
      >
        <RotateCw size={14} />
      </StageHandle>
    </section>
  );
}

/** Handles of a label that reaches beyond the stage stand at its edge. */
function onStage(px: number): string {
  return `clamp(22px, ${px}px, calc(100% - 22px))`;
}
