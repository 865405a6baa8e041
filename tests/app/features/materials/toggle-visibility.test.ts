import { expect, test } from 'vitest';
import { toggleVisibility } from '../../../../src/app/features/materials/toggle-visibility.ts';
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
const nodes = [node(0, null), node(1, 0), node(2, 1), node(3, null)];

test('a group takes everything below it along, both ways and back', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const hidden = () => app.state.project.settings.render_settings.hidden_nodes;
  const texts = textsOf('en');
  toggleVisibility(app, texts, nodes, nodes[2]!, 'Node 2');
  expect(hidden()).toEqual([2]);
  toggleVisibility(app, texts, nodes, nodes[0]!, 'Node 0');
  expect(hidden()).toEqual([0, 1, 2]);
  toggleVisibility(app, texts, nodes, nodes[0]!, 'Node 0');
  expect(hidden()).toEqual([]);
  app.commands.undo();
  app.commands.undo();
  expect(hidden()).toEqual([2]);
});

test('what is shown below a hidden group takes that out of hiding, and leaves its neighbours there', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const texts = textsOf('en');
  const family = [node(0, null), node(1, 0), node(2, 0)];
  toggleVisibility(app, texts, family, family[0]!, 'Node 0');
  toggleVisibility(app, texts, family, family[1]!, 'Node 1');
  expect(app.state.project.settings.render_settings.hidden_nodes).toEqual([2]);
});
