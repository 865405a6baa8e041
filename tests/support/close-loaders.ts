/**
 * What the server closes in the image library (files, SVG and all that is not JPEG, PNG or WebP) is closed for a whole
 * process, and test files share theirs: closed from the start, no test's outcome hangs on which ran before it.
 */
import '../../src/server/images/open-image.ts';
