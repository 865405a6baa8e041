import type { ObjAssembly } from './assemble-obj.ts';
import type { ObjContents, ObjPart } from './read-obj.ts';

/** A node of the tree that an OBJ's `o` and `g` make. */
export interface AssembledNode {
  readonly name: string;
  /** What it draws itself. */
  readonly parts: readonly ObjPart[];
  readonly children: readonly { readonly name: string; readonly parts: readonly ObjPart[] }[];
}

/**
 * Objects with what they draw. An object of one group is one node; an object of several has a child for each. Groups
 * without an object stand at the top.
 */
export function listObjNodes({ objects }: ObjContents, { meshes }: ObjAssembly): AssembledNode[] {
  return objects.flatMap(({ name, groups }): AssembledNode[] => {
    const drawn = [...groups.values()].flatMap((group) => {
      const parts = [...group.parts.values()].filter((part) => meshes.has(part));
      return parts.length === 0 ? [] : [{ name: group.name, parts }];
    });
    const [first, ...others] = drawn;
    if (first === undefined) return [];
    if (name === '') return drawn.map((group) => ({ ...group, children: [] }));
    if (others.length === 0) return [{ name, parts: first.parts, children: [] }];
    return [{ name, parts: [], children: drawn }];
  });
}
