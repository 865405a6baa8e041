import {
  AboutFrame,
  AboutModelFrame,
  AssetsFrame,
  BarFrame,
  CreditsFrame,
  DownloadFrame,
  EditFrame,
  EditorFrame,
  FeedbackFrame,
  HistoryFrame,
  LedgerFrame,
  LibraryFrame,
  NoFrame,
  PageFrame,
  PricingFrame,
  ProfileFrame,
  ProjectsFrame,
  ResultFrame,
  SetFrame,
  SettingsFrame,
  ShortcutsFrame,
  StaffFrame,
  ToolFrame,
  TreeFrame,
} from '../core/lazy-frames.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

/** See Studio.tsx. */
export const Studio = lazyPart(async () => (await import('../Studio.tsx')).Studio, PageFrame);
/** See features/account/SignIn.tsx. */
export const SignIn = lazyPart(
  async () => (await import('../features/account/SignIn.tsx')).SignIn,
  PageFrame,
);
/** See features/account/VerifyEmail.tsx. */
export const VerifyEmail = lazyPart(
  async () => (await import('../features/account/VerifyEmail.tsx')).VerifyEmail,
  NoFrame,
);
/** See features/account/Profile.tsx. */
export const Profile = lazyPart(
  async () => (await import('../features/account/Profile.tsx')).Profile,
  ProfileFrame,
);
/** See features/account/Settings.tsx. */
export const Settings = lazyPart(
  async () => (await import('../features/account/Settings.tsx')).Settings,
  SettingsFrame,
);
/** See features/account/InstallOffer.tsx. */
export const InstallOffer = lazyPart(
  async () => (await import('../features/account/InstallOffer.tsx')).InstallOffer,
  NoFrame,
);
/** See features/account/About.tsx. */
export const About = lazyPart(async () => (await import('../features/account/About.tsx')).About, AboutFrame);
/** See features/stage/AboutModel.tsx. */
export const AboutModel = lazyPart(
  async () => (await import('../features/stage/AboutModel.tsx')).AboutModel,
  AboutModelFrame,
);
/** See features/billing/PricingModal.tsx. */
export const PricingModal = lazyPart(
  async () => (await import('../features/billing/PricingModal.tsx')).PricingModal,
  PricingFrame,
);
/** See features/billing/CreditsModal.tsx. */
export const CreditsModal = lazyPart(
  async () => (await import('../features/billing/CreditsModal.tsx')).CreditsModal,
  CreditsFrame,
);
/** See features/billing/LedgerModal.tsx. */
export const LedgerModal = lazyPart(
  async () => (await import('../features/billing/LedgerModal.tsx')).LedgerModal,
  LedgerFrame,
);
/** See features/feedback/Feedback.tsx. */
export const Feedback = lazyPart(
  async () => (await import('../features/feedback/Feedback.tsx')).Feedback,
  FeedbackFrame,
);
/** See PictureOffer.tsx. */
export const PictureOffer = lazyPart(async () => (await import('./PictureOffer.tsx')).PictureOffer, NoFrame);
/** See StaffHost.tsx. */
export const StaffHost = lazyPart(async () => (await import('./StaffHost.tsx')).StaffHost, StaffFrame);
/** See LibraryHost.tsx. */
export const LibraryHost = lazyPart(
  async () => (await import('./LibraryHost.tsx')).LibraryHost,
  LibraryFrame,
);
/** See OrderHost.tsx. */
export const OrderHost = lazyPart(async () => (await import('./OrderHost.tsx')).OrderHost, NoFrame);
/** See features/libraries/AssetsSection.tsx. */
export const AssetsSection = lazyPart(
  async () => (await import('../features/libraries/AssetsSection.tsx')).AssetsSection,
  AssetsFrame,
);
/** See GalleryHost.tsx. */
export const GalleryHost = lazyPart(async () => (await import('./GalleryHost.tsx')).GalleryHost, TreeFrame);
/** See features/projects/ProjectWindows.tsx. */
export const ProjectWindows = lazyPart(
  async () => (await import('../features/projects/ProjectWindows.tsx')).ProjectWindows,
  ProjectsFrame,
);
/** See EditPlace.tsx. */
export const EditPlace = lazyPart(async () => (await import('./EditPlace.tsx')).EditPlace, EditFrame);
/** See EditHost.tsx. */
export const EditHost = lazyPart(async () => (await import('./EditHost.tsx')).EditHost, NoFrame);
/** See features/results/ResultModal.tsx. */
export const ResultModal = lazyPart(
  async () => (await import('../features/results/ResultModal.tsx')).ResultModal,
  ResultFrame,
);
/** See features/order/OrderSet.tsx. */
export const OrderSet = lazyPart(
  async () => (await import('../features/order/OrderSet.tsx')).OrderSet,
  SetFrame,
);
/** See features/order/NoCredits.tsx. */
export const NoCredits = lazyPart(
  async () => (await import('../features/order/NoCredits.tsx')).NoCredits,
  NoFrame,
);
/** See features/materials/MaterialList.tsx. */
export const MaterialList = lazyPart(
  async () => (await import('../features/materials/MaterialList.tsx')).MaterialList,
  TreeFrame,
);
/** See features/materials/ObjectTree.tsx. */
export const ObjectTree = lazyPart(
  async () => (await import('../features/materials/ObjectTree.tsx')).ObjectTree,
  TreeFrame,
);

/** See features/materials/MaterialDetails.tsx. */
export const MaterialDetails = lazyPart(
  async () => (await import('../features/materials/MaterialDetails.tsx')).MaterialDetails,
  TreeFrame,
);
/** See features/materials/PartPicker.tsx. */
export const PartPicker = lazyPart(
  async () => (await import('../features/materials/PartPicker.tsx')).PartPicker,
  TreeFrame,
);

/** See features/history/MaterialHistory.tsx. */
export const MaterialHistory = lazyPart(
  async () => (await import('../features/history/MaterialHistory.tsx')).MaterialHistory,
  HistoryFrame,
);

/** See features/background/GradientEditor.tsx. */
export const GradientEditor = lazyPart(
  async () => (await import('../features/background/GradientEditor.tsx')).GradientEditor,
  EditorFrame,
);
/** See features/coordinates/CoordinatesPanel.tsx. */
export const CoordinatesPanel = lazyPart(
  async () => (await import('../features/coordinates/CoordinatesPanel.tsx')).CoordinatesPanel,
  ToolFrame,
);
/** See features/coordinates/LyingOffer.tsx. */
export const LyingOffer = lazyPart(
  async () => (await import('../features/coordinates/LyingOffer.tsx')).LyingOffer,
  NoFrame,
);
/** See features/light-map/LightMapPanel.tsx. */
export const LightMapPanel = lazyPart(
  async () => (await import('../features/light-map/LightMapPanel.tsx')).LightMapPanel,
  ToolFrame,
);
/** See features/light-map/SketchSurface.tsx. */
export const SketchSurface = lazyPart(
  async () => (await import('../features/light-map/SketchSurface.tsx')).SketchSurface,
  NoFrame,
);
/** See features/transform/TransformPanel.tsx. */
export const TransformPanel = lazyPart(
  async () => (await import('../features/transform/TransformPanel.tsx')).TransformPanel,
  ToolFrame,
);
/** See features/view-helper/GizmoHint.tsx. */
export const GizmoHint = lazyPart(
  async () => (await import('../features/view-helper/GizmoHint.tsx')).GizmoHint,
  NoFrame,
);
/** See features/materials/AllHidden.tsx. */
export const AllHidden = lazyPart(
  async () => (await import('../features/materials/AllHidden.tsx')).AllHidden,
  NoFrame,
);
/** See features/materials/PartOffer.tsx. */
export const PartOffer = lazyPart(
  async () => (await import('../features/materials/PartOffer.tsx')).PartOffer,
  NoFrame,
);
/** See features/view-helper/ViewHelperPanel.tsx. */
export const ViewHelperPanel = lazyPart(
  async () => (await import('../features/view-helper/ViewHelperPanel.tsx')).ViewHelperPanel,
  ToolFrame,
);
/** See features/views/ViewsBar.tsx. */
export const ViewsBar = lazyPart(
  async () => (await import('../features/views/ViewsBar.tsx')).ViewsBar,
  BarFrame,
);
/** See features/conflicts/ConflictNotice.tsx. */
export const ConflictNotice = lazyPart(
  async () => (await import('../features/conflicts/ConflictNotice.tsx')).ConflictNotice,
  NoFrame,
);
/** See features/downloads/SceneFiles.tsx. */
export const SceneFiles = lazyPart(
  async () => (await import('../features/downloads/SceneFiles.tsx')).SceneFiles,
  TreeFrame,
);
/** See features/downloads/DownloadDialog.tsx. */
export const DownloadDialog = lazyPart(
  async () => (await import('../features/downloads/DownloadDialog.tsx')).DownloadDialog,
  DownloadFrame,
);
/** See features/notices/NoticeList.tsx. */
export const NoticeList = lazyPart(
  async () => (await import('../features/notices/NoticeList.tsx')).NoticeList,
  TreeFrame,
);
/** See TutorialHost.tsx. */
export const TutorialHost = lazyPart(async () => (await import('./TutorialHost.tsx')).TutorialHost, NoFrame);
/** See features/help/Shortcuts.tsx. */
export const Shortcuts = lazyPart(
  async () => (await import('../features/help/Shortcuts.tsx')).Shortcuts,
  ShortcutsFrame,
);
