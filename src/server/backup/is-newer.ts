/** Whether one version (1.2.3, also 1.2.3-rc.1) comes after another by its numbers. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  for (const [at, number] of (a ?? []).entries()) {
    const other = b?.[at] ?? 0;
    if (number !== other) return number > other;
  }
  return false;
}
