import { writeFileSync } from 'node:fs';
import { platform } from 'node:process';
import { pictureWork } from './picture-work.ts';
import { serveWork } from './work/serve-work.ts';

/** A user that owns nothing; no system has an account of this number. */
const NOBODY = 65_533;

if (platform === 'linux') {
  // Where the machine runs out of memory, this process goes first, not the server or the database.
  writeFileSync('/proc/self/oom_score_adj', '900');
}
if (process.getuid?.() === 0) {
  // Everything is loaded by now: what a picture might make of this process reads no file of ours.
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
serveWork(pictureWork);
