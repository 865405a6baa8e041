/** In the private file system of this origin: how far an order of this device is, see `keep-sums.ts`. */
export const SUMS_FOLDER = 'studio-sums';

/** Removes all of it; what a worker has open at the moment goes with the next call. */
export async function forgetSums(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(SUMS_FOLDER, { recursive: true });
  } catch {
    // There is none, or no such file system.
  }
}
