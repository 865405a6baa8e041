import { useMemo } from 'react';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { ModelReport } from '../../../contract/model-report.ts';
import { useModel } from '../../core/use-model.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { nameParts } from './name-parts.ts';
import { listHelpers } from './part-family.ts';
import { useHighlight } from './use-highlight.ts';

/** What a place that shows materials knows of them. */
export interface MaterialPlace {
  readonly rows: readonly MaterialRow[];
  readonly library: ReadonlyMap<number, LibraryItemBody>;
  /** Whether an AI engine would draw the next order. */
  readonly isForAi: boolean;
  readonly onOpenLibrary: (row: MaterialRow) => void;
  /** Opens the versions of a material; null where there are none to be had. */
  readonly onOpenHistory: ((row: MaterialRow) => void) | null;
}

/** What the controls of any material need besides the material. Not the others, with which each would be drawn again. */
export interface ControlsContext extends Omit<MaterialPlace, 'rows'> {
  readonly report: Pick<ModelReport, 'bounds'>;
  /** What the page calls the nodes of the model. */
  readonly partNames: ReadonlyMap<number, string>;
  /** Nodes that an editor left (D7): no parts. */
  readonly helpers: ReadonlySet<number>;
  /** Lights its parts up on the stage for a moment. */
  readonly onReveal: (row: MaterialRow) => void;
}

const NO_REPORT: Pick<ModelReport, 'bounds' | 'nodes' | 'warnings'> = {
  bounds: { min: [0, 0, 0], max: [1, 1, 1] },
  nodes: [],
  warnings: [],
};

/** The controls' context for the model on the stage; the same one while nothing of it changes. */
export function useControlsContext({
  library,
  isForAi,
  onOpenLibrary,
  onOpenHistory,
}: Omit<MaterialPlace, 'rows'>): ControlsContext {
  const texts = useTexts();
  const report = useModel()?.report ?? NO_REPORT;
  const highlight = useHighlight();
  const partNames = useMemo(() => nameParts(report.nodes, texts), [report, texts]);
  const helpers = useMemo(() => listHelpers(report.nodes, report.warnings), [report]);
  return useMemo(
    () => ({
      library,
      isForAi,
      onOpenLibrary,
      onOpenHistory,
      report,
      partNames,
      helpers,
      onReveal: (row) => highlight.flash({ kind: 'material', materialIndex: row.index }),
    }),
    [library, isForAi, onOpenLibrary, onOpenHistory, report, partNames, helpers, highlight],
  );
}
