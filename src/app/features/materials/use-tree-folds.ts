import { useCallback, useEffect, useMemo, useState } from 'react';
import { TREE_OPEN_ALL_UP_TO } from '../../../contract/constants.ts';
import type { FileNode } from '../../../contract/model-report.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { listAncestors } from './part-family.ts';
import type { NodeLine } from './tree-rows.ts';

/** What of a model's tree is open. */
export interface TreeFolds {
  readonly closed: ReadonlySet<number>;
  readonly opened: ReadonlySet<number>;
  /** Opens or closes what a line has below it. */
  fold(line: NodeLine, isOpen: boolean): void;
  /** Opens the groups above a node. */
  reveal(nodeIndex: number): void;
}

/**
 * Groups stand open while the tree has 50 nodes at most, and so do the controls of textured meshes; those close when
 * their material loses its texture (S3 2, G22). A person's own choice stands until then.
 */
export function useTreeFolds(nodes: readonly FileNode[], materials: readonly MaterialRow[]): TreeFolds {
  const isSmall = nodes.length <= TREE_OPEN_ALL_UP_TO;
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    () => new Set(isSmall ? [] : nodes.flatMap(({ index, parent }) => (parent === null ? [] : [index]))),
  );
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const textured = useMemo(
    () => new Set(materials.flatMap((row) => (row.hasTexture ? row.nodes : []))),
    [materials],
  );
  const [before, setBefore] = useState(textured);
  useEffect(() => {
    const isSame = (index: number): boolean => textured.has(index) === before.has(index);
    setBefore(textured);
    setChosen((old) => ([...old.keys()].every(isSame) ? old : new Map([...old].filter(([i]) => isSame(i)))));
  }, [textured, before]);
  const opened = useMemo(() => {
    const open = new Set(isSmall ? textured : []);
    for (const [index, isOpen] of chosen) {
      if (isOpen) open.add(index);
      else open.delete(index);
    }
    return open;
  }, [isSmall, textured, chosen]);
  const fold = useCallback(({ node }: NodeLine, isOpen: boolean) => {
    setClosed((old) => withMember(old, node.index, !isOpen));
    if (node.hasMesh) setChosen((old) => new Map(old).set(node.index, isOpen));
  }, []);
  const reveal = useCallback(
    (nodeIndex: number) => {
      const above = listAncestors(nodes, nodeIndex);
      setClosed((old) =>
        above.some((index) => old.has(index)) ? new Set([...old].filter((i) => !above.includes(i))) : old,
      );
    },
    [nodes],
  );
  return { closed, opened, fold, reveal };
}

function withMember(set: ReadonlySet<number>, member: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (isIn) next.add(member);
  else next.delete(member);
  return next;
}
