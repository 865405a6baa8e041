import pg from 'pg';
import { openEmbeddedPostgres } from '../../src/server/db/embedded-postgres.ts';

/** Opens the embedded PostgreSQL of DATA_DIR, writes one row, says "open", and holds it until SIGTERM. */
const postgres = await openEmbeddedPostgres({
  dataDir: process.env.DATA_DIR ?? '',
  stateDir: process.env.STATE_DIR ?? '',
});
const client = new pg.Client(postgres.connection);
await client.connect();
await client.query('create table if not exists held as select 1 as n');
await client.end();
process.on('SIGTERM', () => postgres.close());
process.stdout.write('open\n');
