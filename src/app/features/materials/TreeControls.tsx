// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be windowed; the roles are those of a tree grid
import { useLayoutEffect, useRef } from 'react';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { MaterialControls } from './MaterialControls.tsx';
import styles from './ObjectTree.module.css';
import type { TreeLine } from './tree-rows.ts';
import type { ControlsContext } from './use-controls-context.ts';

/** The controls of a material under a mesh that has it. They change every part with it, as they say. */
export function TreeControls({
  line,
  row,
  rowIndex,
  context,
  isOpen,
  onToggle,
}: {
  readonly line: Extract<TreeLine, { kind: 'controls' }>;
  readonly row: MaterialRow;
  readonly rowIndex: number;
  readonly context: ControlsContext;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const texts = useTexts();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    element.current?.style.setProperty('--level', String(Math.min(line.level - 1, 3)));
  }, [line.level]);
  return (
    <div
      ref={element}
      role="row"
      aria-level={line.level}
      aria-rowindex={rowIndex}
      aria-label={texts.t.dressing.controls(nameMaterial(row, texts))}
      tabIndex={-1}
      data-controls={line.node.index}
      className={styles.controls}
    >
      <div role="gridcell" tabIndex={-1}>
        <MaterialControls
          row={row}
          nodeIndex={line.node.index}
          context={context}
          isOpen={isOpen}
          isActive
          onToggle={onToggle}
        />
      </div>
    </div>
  );
}
