import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { fuzz } from '../../support/attack/fuzz.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

/** Calls after which the account that calls is not what it was. */
const SPARED = /\/users\/(me\/$|logout|password|owner)|\/staff\/users\/:id\/(staff|closed)/;

const isThorough = process.env.ATTACK === 'thorough';

test('no call of any route ends in 5xx, whatever stands in any place of it, and refusals are short', {
  timeout: 1_800_000,
}, async () => {
  const staff = await makeStaff(server);
  const project = await server.get<ProjectBody>(staff, '/api/project/active/');
  const order = await server.order(staff);
  await server.finish(staff, order.body.id);
  const report = await fuzz({
    server,
    headers: staff.headers,
    fill: ({ path }, name) => {
      if (name === 'id' && path.startsWith('/api/project/')) return String(project.id);
      if (name === 'id' && path.startsWith('/api/render/')) return String(order.body.id);
      if (/uuid|order|material|sketch|upload|view/i.test(name)) return '0b4f4b1c-3f0e-4c57-9a3c-2f1f0c3f9d10';
      return '1';
    },
    isSpared: ({ method, path }) => method !== 'GET' && SPARED.test(path),
    ...(isThorough
      ? {}
      : { choose: ({ type }) => ([type].flat().includes('string') ? ['zero'] : ['int53']) }),
  });
  if (isThorough) console.log(JSON.stringify({ ...report, broken: report.broken.length }, null, 2));
  expect(report.calls).toBeGreaterThan(500);
  expect(report.broken).toEqual([]);
  expect(report.wordy).toEqual([]);
});
