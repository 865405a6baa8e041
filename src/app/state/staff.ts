/** Tabs of the window of staff. */
export type StaffTab =
  | 'people'
  | 'invitations'
  | 'feedback'
  | 'engines'
  | 'returns'
  | 'backups'
  | 'alarms'
  | 'acts';

export interface StaffState {
  tab: StaffTab;
  /** The account that is looked at; null for the list. */
  personId: number | null;
}

export function initialStaff(): StaffState {
  return { tab: 'people', personId: null };
}
