/** The name, or where somebody has it the next one of its kind that nobody has: “View 4” goes on as “View 5”, “Front” as “Front 2”. */
export function freeName(name: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  const [, stem = name, last = '1'] = /^(.*) (\d{1,9})$/su.exec(name) ?? [];
  let free = name;
  for (let number = Number(last) + 1; names.has(free); number += 1) free = `${stem} ${number}`;
  return free;
}
