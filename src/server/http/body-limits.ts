/** Room for what a form or a small change says, on every route that states nothing else. */
export const BODY_BYTES = 64 * 1024;
/** Room for the largest settings of a project: 1,000 materials and 100,000 hidden nodes in JSON. */
export const LARGE_BODY_BYTES = 4 * 1024 ** 2;
