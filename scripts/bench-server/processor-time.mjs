import { readFileSync } from 'node:fs';
import pg from 'pg';

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * Makes what tells how long processors work for a server: for its own process, and for the PostgreSQL backends behind its
 * connections. Linux only: elsewhere all is NaN.
 */
export async function watchProcessor(connection) {
  const client = new pg.Client({ ...connection, application_name: 'watch' });
  await client.connect();
  /** Milliseconds of each process since it began. */
  async function read({ pid, names }) {
    const asked = 'select pid from pg_stat_activity where application_name = any($1)';
    const { rows } = await client.query(asked, [names]);
    return {
      server: readProcess(pid),
      backends: new Map(rows.map((row) => [row.pid, readProcess(row.pid)])),
    };
  }
  return {
    /** What `work` resolves with, and the milliseconds that it took of processors. */
    async measure(server, work) {
      const before = await read(server);
      const result = await work();
      const after = await read(server);
      let databaseMs = 0;
      for (const [pid, ms] of after.backends) databaseMs += ms - (before.backends.get(pid) ?? 0);
      return { result, serverMs: after.server - before.server, databaseMs };
    },
    query: (text) => client.query(text),
    close: () => client.end(),
  };
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, which may hold anything, stands in brackets; user and system time are the 14th and 15th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}
