import { writeFileSync } from 'node:fs';
import { platform } from 'node:process';
import { serveWork } from '../work/serve-work.ts';
import { pictureWork } from './picture-work.ts';

/** A user that owns nothing; no system has an account of this number. */
const NOBODY = 65_533;

const notes: string[] = [];

/** What a machine does not allow is done without, and said; a picture can be made all the same. */
function attempt(what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    notes.push(`${what} is not possible here: ${String(error)}`);
  }
}

if (platform === 'linux') {
  // Where the machine runs out of memory, this process goes first, not the server or the database.
  attempt('being the first to go', () => writeFileSync('/proc/self/oom_score_adj', '900'));
}
if (process.getuid?.() === 0) {
  // Everything is loaded by now: what a picture might make of this process reads no file of ours.
  attempt('leaving the groups', () => process.setgroups?.([]));
  attempt('leaving the group', () => process.setgid?.(NOBODY));
  attempt('leaving the user', () => process.setuid?.(NOBODY));
}
serveWork(pictureWork, notes);
