import { ListTree } from 'lucide-react';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { SelectionMarks } from '../../core/selection-marks.ts';
import { useApp } from '../../core/use-app.ts';
import { useModel } from '../../core/use-model.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { isolatePart } from './isolate-part.ts';
import styles from './ObjectTree.module.css';
import { showAllParts, showHelpers } from './show-all-parts.ts';
import { TreeGrid } from './TreeGrid.tsx';
import { toggleVisibility } from './toggle-visibility.ts';
import { judgeTree } from './tree-rows.ts';
import { type MaterialPlace, useControlsContext } from './use-controls-context.ts';
import { useHighlight } from './use-highlight.ts';

/** The parts of the model on the stage as its file groups them, and what of it is out of sight. */
export function ObjectTree({
  selection,
  ...place
}: MaterialPlace & {
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
  const context = useControlsContext(place);
  const { helpers } = context;
  const verdict = useMemo(() => judgeTree(nodes ?? []), [nodes]);
  const hidden = useMemo(() => new Set(hiddenNodes), [hiddenNodes]);
  if (nodes === undefined || verdict === 'empty') {
    return <EmptyState icon={<ListTree size={28} />} title={t.objects.empty} message={t.objects.emptyHint} />;
  }
  if (verdict !== 'ok') {
    const { title, hint } = t.dressing.treeNotices[verdict];
    return <EmptyState icon={<ListTree size={28} />} title={title} message={hint} />;
  }
  const hiddenMeshes = nodes.filter(({ index, hasMesh }) => hasMesh && hidden.has(index));
  const helperCount = hiddenMeshes.filter(({ index }) => helpers.has(index)).length;
  const otherCount = hiddenMeshes.length - helperCount;
  const nameOf = (index: number) => context.partNames.get(index) ?? '';
  return (
    <TreeGrid
      key={report?.hash}
      nodes={nodes}
      materials={place.rows}
      context={context}
      selection={selection}
      hidden={hidden}
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
              <Button size="sm" variant="quiet" onPress={() => showHelpers(app, texts, nodes, helpers)}>
                {t.parts.showHelpers}
              </Button>
            </p>
          )}
        </>
      }
    />
  );
}
