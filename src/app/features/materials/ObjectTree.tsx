import { ListTree } from 'lucide-react';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { MaterialRow } from '../../list-materials.ts';
import type { SelectionMarks } from '../../selection-marks.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../../use-app.ts';
import { useModel } from '../../use-model.ts';
import { useSettings } from '../../use-settings.ts';
import { isolatePart } from './isolate-part.ts';
import { nameParts } from './name-parts.ts';
import styles from './ObjectTree.module.css';
import { listHelpers } from './part-family.ts';
import { showAllParts, showHelpers } from './show-all-parts.ts';
import { TreeGrid } from './TreeGrid.tsx';
import { toggleVisibility } from './toggle-visibility.ts';
import { useHighlight } from './use-highlight.ts';

/** The parts of the model on the stage as its file groups them, and what of it is out of sight. */
export function ObjectTree({
  materials,
  selection,
}: {
  readonly materials: readonly MaterialRow[];
  readonly selection: SelectionMarks;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const report = useModel()?.report;
  const { hidden_nodes: hiddenNodes } = useSettings().render_settings;
  const { picked, hovered } = useSnapshot(app.state.stage);
  const highlight = useHighlight();
  const nodes = report?.nodes;
  const names = useMemo(() => nameParts(nodes ?? [], texts), [nodes, texts]);
  const helpers = useMemo(() => listHelpers(nodes ?? [], report?.warnings ?? []), [nodes, report]);
  const hidden = useMemo(() => new Set(hiddenNodes), [hiddenNodes]);
  if (nodes === undefined || nodes.length === 0) {
    return <EmptyState icon={<ListTree size={28} />} title={t.objects.empty} message={t.objects.emptyHint} />;
  }
  const hiddenMeshes = nodes.filter(({ index, hasMesh }) => hasMesh && hidden.has(index));
  const helperCount = hiddenMeshes.filter(({ index }) => helpers.has(index)).length;
  const otherCount = hiddenMeshes.length - helperCount;
  const nameOf = (index: number) => names.get(index) ?? '';
  return (
    <TreeGrid
      key={report?.hash}
      nodes={nodes}
      names={names}
      materials={materials}
      selection={selection}
      hidden={hidden}
      helpers={helpers}
      pickedNode={picked?.nodeIndex ?? null}
      hoveredNode={hovered?.nodeIndex ?? null}
      highlight={highlight}
      onToggleVisibility={(node) => toggleVisibility(app, texts, nodes, node, nameOf(node.index))}
      onIsolate={(node) => isolatePart(app, texts, nodes, node, nameOf(node.index))}
      onShowAll={otherCount === 0 ? null : () => showAllParts(app, texts, helpers)}
      notices={
        <>
          {otherCount > 0 && (
            <p className={styles.notice}>
              {t.parts.hidden(otherCount)}
              <Button size="sm" variant="quiet" onPress={() => showAllParts(app, texts, helpers)}>
                {t.parts.showAll}
              </Button>
            </p>
          )}
          {helperCount > 0 && (
            <p className={styles.notice}>
              {t.parts.helpersHidden(helperCount)}
              <Button size="sm" variant="quiet" onPress={() => showHelpers(app, texts, helpers)}>
                {t.parts.showHelpers}
              </Button>
            </p>
          )}
        </>
      }
    />
  );
}
