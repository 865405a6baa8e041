/** Chromium as all tests and benchmarks use it: it draws in software, as every machine can, and asks nothing of the network. */
export const CHROMIUM_SWITCHES: readonly string[];
