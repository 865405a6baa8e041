// `npm run faults [rounds]`: kills PostgreSQL, the server, a worker process and a thread in mid-render, 30 times each or as
// often as said; stops PostgreSQL, takes it away under load, fills the disk, makes it read-only and loses files, once each. It
// tells what came of every order and how long people waited for an answer. The disks are tmpfs: that needs root.
import { spawnSync } from 'node:child_process';

const rounds = Number(process.argv[2] ?? 30);
const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'tests/server/faults'];
const { status } = spawnSync(process.execPath, command, {
  stdio: 'inherit',
  env: { ...process.env, FAULTS: String(rounds) },
});
process.exit(status ?? 1);
