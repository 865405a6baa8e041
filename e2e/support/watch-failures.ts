import { afterEach, beforeAll } from 'vitest';
import { beginStory, keepFailed } from './keep-failures.ts';

// Vitest reads this file anew for every story, and what it imports once in a process: what is known of open pages is there.

// biome-ignore lint/correctness/noEmptyPattern: vitest reads what a hook asks for from its parameters.
beforeAll(({}, suite) => beginStory(suite));
afterEach(({ task }) => keepFailed(task));
