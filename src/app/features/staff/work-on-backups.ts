import { type BackupName, StaffBackupsBody } from '../../../contract/backups.ts';
import type { App } from '../../core/app.ts';

/** Has a backup made, which goes on without this page. @throws AppError `password-needed`, `forbidden`, `server-unreachable`. */
export function makeBackup({ server }: Pick<App, 'server'>): Promise<StaffBackupsBody> {
  return server.call('/api/staff/backups/', StaffBackupsBody, { method: 'POST' });
}

/** Has a backup read to its end. @throws AppError as {@link makeBackup}, and `not-found`. */
export function checkBackup({ server }: Pick<App, 'server'>, name: BackupName): Promise<StaffBackupsBody> {
  return server.call('/api/staff/backups/check/', StaffBackupsBody, { method: 'POST', body: { name } });
}
