/** A plan's name as it is written: Starter. */
export function namePlan(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
