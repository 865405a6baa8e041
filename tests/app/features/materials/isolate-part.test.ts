import { expect, test } from 'vitest';
import { isolatePart } from '../../../../src/app/features/materials/isolate-part.ts';
import { listHelpers } from '../../../../src/app/features/materials/part-family.ts';
import { showAllParts, showHelpers } from '../../../../src/app/features/materials/show-all-parts.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const node = (index: number, parent: number | null) => ({
  index,
  name: `Node ${index}`,
  parent,
  hasMesh: true,
  materials: [],
});
// A group of two, one of them a group itself, beside an editor's gizmo of two shapes.
const nodes = [node(0, null), node(1, 0), node(2, 1), node(3, 0), node(4, null), node(5, 4)];
const texts = textsOf('en');

test('one part alone, with all below and around it; shown again without what an editor left', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const hidden = () => app.state.project.settings.render_settings.hidden_nodes;
  const helpers = listHelpers(nodes, [{ kind: 'stripped-node', nodeIndex: 4 }, { kind: 'not-traceable' }]);
  expect([...helpers]).toEqual([4, 5]);
  isolatePart(app, texts, nodes, nodes[1]!, 'Node 1');
  expect(hidden()).toEqual([3, 4, 5]);
  expect(app.commands.undoLabel()).toBe('Only Node 1');
  showAllParts(app, texts, helpers);
  expect(hidden()).toEqual([4, 5]);
  showHelpers(app, texts, nodes, helpers);
  expect(hidden()).toEqual([]);
  app.commands.undo();
  app.commands.undo();
  app.commands.undo();
  expect(hidden()).toEqual([]);
  expect(app.commands.undoLabel()).toBeNull();
});
