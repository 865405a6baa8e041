import { expect, test } from 'vitest';
import { backUp, openFolder, openRentedDatabase, restoreInto } from '../../support/backups.ts';
import { startRenderServer } from '../../support/render-server.ts';
import { testConfig } from '../../support/server.ts';

test('orders that wait or are half made come to their end on the restored server, and are paid once', async () => {
  const server = await startRenderServer();
  const folder = await openFolder();
  const ada = await server.signUp('Ada');
  const begun = await server.credits(ada);
  const gate = server.engine.hold(1);
  const { body: half } = await server.order(ada, { batch_size: 2 });
  await gate.reached;
  await expect
    .poll(async () => (await server.deps.database.pool.query('select from render_images')).rowCount)
    .toBe(1);
  const { body: waiting } = await server.order(ada, { background_color: '#abcdef' });
  const { manifest } = await backUp(server, folder.path);
  expect(manifest.missing).toEqual([]);
  gate.release();
  await server.finish(ada, waiting.id);
  const spent = await server.credits(ada);

  const config = await testConfig();
  const { url, database } = await openRentedDatabase();
  expect(await restoreInto(folder.path, url, config)).toBe(2);
  const restored = await startRenderServer({
    config: { dataDir: config.dataDir },
    database,
    isWorking: false,
  });
  const { rows } = await database.pool.query('select id, status, strikes from renders order by id');
  expect(rows).toEqual([half.id, waiting.id].map((id) => ({ id, status: 'queued', strikes: 0 })));
  await restored.work();
  for (const { id } of [half, waiting]) {
    expect((await restored.finish(ada, id)).status).toBe('completed');
  }
  // The attempt that the old server had begun is no strike.
  const { rows: struck } = await database.pool.query('select id from renders where strikes > 0');
  expect(struck).toEqual([]);
  // The picture that was there is not made again.
  expect(restored.engine.runs).toHaveLength(2);
  expect(await restored.credits(ada)).toBe(spent);
  const ledgers = await Promise.all(
    [server, restored].map(({ deps }) =>
      deps.database.pool.query('select kind, reference, amount from ledger order by kind, reference'),
    ),
  );
  expect(ledgers[1]?.rows).toEqual(ledgers[0]?.rows);
  const { rows: wallets } = await database.pool.query('select reserved from wallets');
  expect(wallets).toEqual([{ reserved: 0 }]);
  expect(begun - spent).toBe(3 * restored.deps.config.renderCost);

  // A cancelled one gives its credits back, as ever.
  const last = restored.engine.hold();
  const { body: cancelled } = await restored.order(ada);
  await last.reached;
  await restored.post(ada, `/api/render/${cancelled.id}/cancel/`);
  last.release();
  expect(await restored.credits(ada)).toBe(spent);
  await restored.stop();
  await server.stop();
  await folder.close();
});
