import { expect, test } from 'vitest';
import { chooseColourway } from '../../../../src/app/features/colourways/choose-colourway.ts';
import { showHelpers } from '../../../../src/app/features/materials/show-all-parts.ts';
import { toggleVisibility } from '../../../../src/app/features/materials/toggle-visibility.ts';
import { setPose } from '../../../../src/app/features/poses/set-pose.ts';
import { toggleMaterial } from '../../../../src/app/features/selection/toggle-material.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

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

test('a shape of an editor that is shown takes the group above it out of hiding, and leaves its neighbours there', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const texts = textsOf('en');
  const family = [node(0, null), node(1, 0), node(2, 0)];
  toggleVisibility(app, texts, family, family[0]!, 'Node 0');
  showHelpers(app, texts, family, new Set([2]));
  expect(app.state.project.settings.render_settings.hidden_nodes).toEqual([1]);
});

test('parts, colourway, pose and choice of a model that leaves the stage change nothing of the one that comes', () => {
  const { app, rows, report } = createMaterialApp();
  const texts = textsOf('en');
  const { project, stage } = app.state;
  project.key = 'o';
  stage.modelHash = report.hash;
  const leaving = rows();
  project.settings.model_hash = ContentHash.parse('c3'.repeat(32));
  toggleVisibility(app, texts, nodes, nodes[2]!, 'Node 2');
  chooseColourway(app, texts, 'Ocean');
  setPose(app, 'Pose', { clip: 0, seconds: 1 });
  toggleMaterial(app, leaving, leaving[1]!, 'Legs');
  expect(app.commands.undoLabel()).toBeNull();
  project.settings.model_hash = report.hash;
  toggleVisibility(app, texts, nodes, nodes[2]!, 'Node 2');
  expect(app.commands.undoLabel()).toBe('Visibility of Node 2');
});
