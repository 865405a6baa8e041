import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { ask } from '../bench-server/load.mjs';

/** How often it looks. */
const LOOK_MS = 1_000;
/** A database session that is idle in a transaction for this long is reported. */
const IDLE_MS = 5_000;

/**
 * Notes every piece of work that takes longer than it may, with what the server and its database wait for at that
 * moment, and the longest that a database session held a transaction open without asking anything.
 *
 * @param outside.print Says a line.
 */
export function createWatchdog({ connection, watchPort, pid, print }) {
  const running = new Map();
  const client = new pg.Client(connection);
  const found = { over: 0, longestIdleMs: 0 };
  let timer;

  const look = async () => {
    const { rows } = await client.query(
      `select pid, state, wait_event, left(query, 100) as query,
         extract(epoch from clock_timestamp() - state_change) * 1000 as age
       from pg_stat_activity where application_name like 'vitrine%' and state <> 'idle'`,
    );
    for (const { state, age } of rows) {
      if (state.startsWith('idle in')) found.longestIdleMs = Math.max(found.longestIdleMs, Number(age));
    }
    for (const [work, { name, since, limitMs, isTold }] of running) {
      if (isTold || performance.now() - since < limitMs) continue;
      running.get(work).isTold = true;
      found.over += 1;
      print(`OVER ITS LIMIT of ${limitMs / 1000} s: ${name}`);
      print(`  server waits for ${await ask(undefined, { url: `http://127.0.0.1:${watchPort}/` })}`);
      for (const line of listProcesses(pid)) print(`  ${line}`);
      for (const row of rows) {
        print(
          `  session ${row.pid}: ${row.state} for ${Math.round(row.age)} ms, ${row.wait_event}: ${row.query}`,
        );
      }
    }
    const stuck = rows.find(({ state, age }) => state.startsWith('idle in') && age > IDLE_MS);
    if (stuck)
      print(`  session ${stuck.pid} idle in transaction for ${Math.round(stuck.age)} ms: ${stuck.query}`);
  };

  return {
    found,
    async start() {
      await client.connect();
      const again = async () => {
        await look().catch((error) => print(`watchdog: ${error.message}`));
        timer = setTimeout(again, LOOK_MS);
      };
      await again();
    },
    /** Runs work that should end in time; what fails is thrown on. */
    async watch(name, limitMs, work) {
      const key = Symbol(name);
      running.set(key, { name, limitMs, since: performance.now(), isTold: false });
      try {
        return await work();
      } finally {
        running.delete(key);
      }
    },
    async stop() {
      clearTimeout(timer);
      await client.end();
    },
  };
}

/** The server and its children: processor time so far, and where each thread waits (Linux). */
function listProcesses(root) {
  try {
    const children = readFileSync(`/proc/${root}/task/${root}/children`, 'utf8').trim().split(' ');
    return [root, ...children.filter(Boolean)].map((pid) => {
      const places = readdirSync(`/proc/${pid}/task`).map((task) =>
        readFileSync(`/proc/${pid}/task/${task}/wchan`, 'utf8'),
      );
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return `process ${pid}: ${Number(stat[11]) + Number(stat[12])} ticks, threads in ${places.join(' ')}`;
    });
  } catch {
    return [];
  }
}
