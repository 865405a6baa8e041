import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION_FLOOR } from '../../../../../src/server/renders/engines/comfyui/fleet/read-profile.ts';
import { parseWorkflow } from '../../../../../src/server/renders/engines/comfyui/graph/parse-workflow.ts';
import { NAMED_INPUTS } from '../../../../../src/server/renders/engines/comfyui/graph/workflow-names.ts';
import { readObjectInfo } from '../../../../support/fake-comfyui/object-info/stored-servers.ts';
import { validateGraph } from '../../../../support/fake-comfyui/validate-graph.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../../docs/comfyui.md'), 'utf8');

test('the graph in the document is one that can be brought, and that a bare server takes', () => {
  const [, json = ''] = /```json\n([^`]+)```/.exec(DOCUMENT) ?? [];
  const workflow = parseWorkflow(json);
  expect(workflow.isBatched).toBe(true);
  expect(validateGraph(workflow.graph, readObjectInfo('core-only'))).toEqual({});
});

test('the document names the oldest version and every name that can be filled in', () => {
  expect(DOCUMENT).toContain(VERSION_FLOOR);
  // "`material-1` to `material-4`" stands for those between.
  const names = [...NAMED_INPUTS.keys()].filter((name) => !/-[23]$/.test(name));
  expect(names.filter((name) => !DOCUMENT.includes(`\`${name}\``))).toEqual([]);
});
