/** Tabs of the window of staff, in their order. */
export const STAFF_TABS = ['people', 'invitations', 'feedback', 'engines', 'alarms', 'acts'] as const;
export type StaffTab = (typeof STAFF_TABS)[number];

export interface StaffState {
  tab: StaffTab;
  /** The account that is looked at; null for the list. */
  personId: number | null;
}

export function initialStaff(): StaffState {
  return { tab: 'people', personId: null };
}
