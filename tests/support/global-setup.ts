/** Runs once before all unit tests. */
export async function setup(): Promise<void> {}

/** Runs once after all unit tests. */
export async function teardown(): Promise<void> {}
