import { CHROMIUM_SWITCHES } from '../../scripts/chromium-switches.mjs';

/** Chromium as all tests use it. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  ...CHROMIUM_SWITCHES,
  // Machine code for a state that a program may never be drawn in: the processor makes it again for the one that is.
  '--disable-angle-features=warmUpPipelineCacheAtLink',
];

/**
 * Composed by WebGL in software, the page around the stage costs as much as the stage. Not for a test that kills the
 * graphics process: Chromium ends with the second one that it loses then.
 */
export const COMPOSED_WITHOUT_WEBGL = '--disable-gpu-compositing';
