import { LibraryBig, Scan } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { StagePart } from '../../../contract/stage.ts';
import { useApp } from '../../core/use-app.ts';
import { useMaterialRows } from '../../core/use-material-rows.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { frameParts } from '../../scene/move-camera.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './PartOffer.module.css';

/** Beside a part that was tapped on the stage: the library for its material, and a nearer look. */
export function PartOffer() {
  const app = useApp();
  const { offered, picked } = useSnapshot(app.state.stage);
  const row = useMaterialRows().find(({ index }) => index === picked?.materialIndex);
  if (offered === null || picked === null || row === undefined) return null;
  return <Offer part={picked} row={row} xPx={offered.xPx} yPx={offered.yPx} />;
}

function Offer({
  part,
  row,
  xPx,
  yPx,
}: {
  readonly part: StagePart;
  readonly row: MaterialRow;
  readonly xPx: number;
  readonly yPx: number;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { taps } = useLateTexts();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style, offsetParent } = box.current ?? {};
    style?.setProperty('--x', `${xPx}px`);
    style?.setProperty('--y', `${yPx}px`);
    // Under the pointer a second tap would not reach the part.
    if (box.current !== null) box.current.dataset.above = String(yPx > (offsetParent?.clientHeight ?? 0) / 2);
  }, [xPx, yPx]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) app.state.stage.offered = null;
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [app]);
  const name = nameMaterial(row, texts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div ref={box} className={styles.offer} role="group" aria-label={taps.offer(name)}>
      <Button
        size="sm"
        icon={<LibraryBig size={14} aria-hidden="true" />}
        aria-label={taps.libraryOf(name)}
        onPress={() => {
          app.state.shell.modal = { kind: 'library', assetType: 'material', materialId: row.id };
        }}
      >
        {t.materials.library}
      </Button>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <IconButton
        size="sm"
        label={taps.frame(name)}
        keys="Shift+F"
        icon={<Scan size={16} />}
        onPress={() => void frameParts(app, { kind: 'part', ...part })}
      />
    </div>
  );
}
