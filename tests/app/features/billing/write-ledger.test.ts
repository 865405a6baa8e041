import { expect, test } from 'vitest';
import { ledgerRows } from '../../../../src/app/features/billing/ledger-rows.ts';
import { writeLedger } from '../../../../src/app/features/billing/write-ledger.ts';
import { LedgerPageBody } from '../../../../src/contract/http/credits.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';
import { createShopServer, ledgerPage } from '../../../support/shop-server.ts';

test('the table has every page, plain numbers, and nothing that a spreadsheet would reckon', async () => {
  const server = createShopServer();
  const pages = [
    ledgerPage(
      [
        { id: 9, kind: 'reserve', amount: -400 },
        { id: 8, kind: 'purchase', amount: 2000 },
      ],
      '8',
    ),
    ledgerPage([{ id: 7, kind: 'grant', amount: 500 }]),
  ];
  server.answers.set('GET /api/credits/ledger/', () => pages.shift());
  const table = await writeLedger(createTestApp(createFakeOutside(server)));
  expect([...new Uint8Array(await table.slice(0, 3).arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf]);
  expect((await table.slice(3).text()).split('\r\n')).toEqual([
    'Date,Movement,Note,Amount,Balance',
    '2026-06-01T12:00:00.000Z,Render 12,,-400,600',
    '2026-06-01T12:00:00.000Z,Credit pack Small,,2000,3000',
    '2026-06-01T12:00:00.000Z,Granted credits,"\'=SUM(1) for ""Ada""",500,1500',
    '',
  ]);
  expect(server.calls.map(({ path }) => path)).toEqual([
    '/api/credits/ledger/?cursor=',
    '/api/credits/ledger/?cursor=8',
  ]);
});

test('in Spanish, where a comma is the decimal mark, the table has semicolons', async () => {
  const server = createShopServer();
  server.answers.set('GET /api/credits/ledger/', () => ledgerPage([{ id: 7, kind: 'grant', amount: 500 }]));
  const app = createTestApp(createFakeOutside(server));
  app.state.shell.language = 'es';
  const [head, row] = (await (await writeLedger(app)).text()).split('\r\n');
  expect(head?.split(';')).toEqual([...LATE_TEXTS.es.ledger.columns]);
  expect(row).toMatch(/;"'=SUM\(1\) for ""Ada""";500;1500$/);
});

test('movements stand under their days; what moves nothing is left out', () => {
  const { results } = LedgerPageBody.parse(
    ledgerPage([
      { id: 4, kind: 'refund', amount: 200 },
      { id: 3, kind: 'capture', amount: 0 },
      { id: 2, kind: 'reserve', amount: -400 },
      { id: 1, kind: 'signup', amount: 2000 },
    ]),
  );
  const entries = results.map((entry) => ({
    ...entry,
    created_at: entry.id > 2 ? '2026-06-02T08:00:00Z' : '2026-06-01T08:00:00Z',
  }));
  const rows = ledgerRows(entries, (moment) => moment.slice(0, 10));
  expect(rows.map((row) => (row.kind === 'day' ? row.day : row.entry.id))).toEqual([
    '2026-06-02',
    4,
    '2026-06-01',
    2,
    1,
  ]);
  expect(rows.filter((row) => row.kind === 'entry' && row.isAside)).toEqual([]);
});

test('what an order took is set aside until it ends', () => {
  const { results } = LedgerPageBody.parse(
    ledgerPage([
      { id: 3, kind: 'reserve', amount: -400 },
      { id: 2, kind: 'purchase', amount: 2000 },
    ]),
  );
  const rows = ledgerRows(results, (moment) => moment.slice(0, 10));
  expect(rows.flatMap((row) => (row.kind === 'entry' ? [[row.entry.id, row.isAside]] : []))).toEqual([
    [3, true],
    [2, false],
  ]);
});
