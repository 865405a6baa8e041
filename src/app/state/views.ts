/** What the list of saved views is doing. */
export interface ViewsState {
  /** uuid of the view that camera and model are on their way to. */
  movingTo: string | null;
  /** A view is being saved; its picture takes a moment. */
  isSaving: boolean;
  /** Going to a view leaves the model where it is (E19). */
  isCameraOnly: boolean;
}

/** @param isCameraOnly As this device remembers it. */
export function initialViews(isCameraOnly: boolean): ViewsState {
  return { movingTo: null, isSaving: false, isCameraOnly };
}
