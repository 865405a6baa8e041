import type { BackupDamage, BackupRun, StaffBackupBody } from '../../../contract/backups.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import type { Formatters } from '../../texts/formatters.ts';

type Texts = LateTexts['staff']['backups'];

/** What a backup holds, in one line. */
export function describeContent(texts: Texts, format: Formatters, backup: StaffBackupBody): string {
  const { version, origin, bytes, rows, files } = backup;
  const by = origin === null ? texts.unknownOrigin : texts.origins[origin];
  if (version === null) return `${by} · ${texts.notReadable}`;
  const held = files === null ? texts.databaseOnly : texts.files(format.number(files));
  return [by, texts.versionOf(version), texts.rows(format.number(rows)), held, format.bytes(bytes)].join(
    ' · ',
  );
}

/** Whether it is whole, as far as anybody looked: while it is made, files that earlier ones brought are not read. Null where its content says already that it cannot be read. */
export function describeState(texts: Texts, format: Formatters, backup: StaffBackupBody): string | null {
  const { checked } = backup;
  if (checked === null) return backup.version === null ? null : texts.whole;
  const when = format.dateTime(checked.at);
  if (checked.damage === null) return texts.checked(when);
  return `${texts.damagedOn(when)} ${listDamage(texts, format, checked.damage)}.`;
}

function listDamage(texts: Texts, format: Formatters, damage: BackupDamage): string {
  const { is_unreadable: isUnreadable, tables, kept, files } = damage;
  return format.list([
    ...(isUnreadable ? [texts.unreadable] : []),
    ...(tables.length > 0 ? [texts.damagedTables(tables.join(', '))] : []),
    ...(kept.length > 0 ? [texts.damagedKept(kept.join(', '))] : []),
    ...(files > 0 ? [texts.damagedFiles(files)] : []),
  ]);
}

/** How far work is, in words and in a hundred; null where that cannot be known. */
export function describeProgress(
  texts: Texts,
  format: Formatters,
  { step, done, total }: BackupRun,
): { readonly words: string; readonly percent: number | null } {
  if (step === 'waiting' || step === 'reading') return { words: texts.steps[step], percent: null };
  const at = format.number(Math.min(done + 1, total));
  return {
    words: texts.steps[step](at, format.number(total)),
    percent: total === 0 ? null : (100 * done) / total,
  };
}
