import {
  AboutFrame,
  AboutModelFrame,
  AssetsFrame,
  BarFrame,
  CreditsFrame,
  EditFrame,
  FeedbackFrame,
  LedgerFrame,
  LibraryFrame,
  PricingFrame,
  ProfileFrame,
  ProjectsFrame,
  ResultFrame,
  SettingsFrame,
  ShortcutsFrame,
  StaffFrame,
  UnsentFrame,
} from './shell/lazy-frames.tsx';
import { lazyPart, NoFrame, PlainFrame } from './ui/lazy-part.tsx';

/** See features/account/Profile.tsx. */
export const Profile = lazyPart(
  async () => (await import('./features/account/Profile.tsx')).Profile,
  ProfileFrame,
);
/** See features/account/Settings.tsx. */
export const Settings = lazyPart(
  async () => (await import('./features/account/Settings.tsx')).Settings,
  SettingsFrame,
);
/** See features/device/DeviceUnderWay.tsx. */
export const DeviceUnderWay = lazyPart(
  async () => (await import('./features/device/DeviceUnderWay.tsx')).DeviceUnderWay,
  NoFrame,
);
/** See features/account/About.tsx. */
export const About = lazyPart(async () => (await import('./features/account/About.tsx')).About, AboutFrame);
/** See features/stage/AboutModel.tsx. */
export const AboutModel = lazyPart(
  async () => (await import('./features/stage/AboutModel.tsx')).AboutModel,
  AboutModelFrame,
);
/** See features/billing/PricingModal.tsx. */
export const PricingModal = lazyPart(
  async () => (await import('./features/billing/PricingModal.tsx')).PricingModal,
  PricingFrame,
);
/** See features/billing/CreditsModal.tsx. */
export const CreditsModal = lazyPart(
  async () => (await import('./features/billing/CreditsModal.tsx')).CreditsModal,
  CreditsFrame,
);
/** See features/billing/LedgerModal.tsx. */
export const LedgerModal = lazyPart(
  async () => (await import('./features/billing/LedgerModal.tsx')).LedgerModal,
  LedgerFrame,
);
/** See features/feedback/Feedback.tsx. */
export const Feedback = lazyPart(
  async () => (await import('./features/feedback/Feedback.tsx')).Feedback,
  FeedbackFrame,
);
/** See PictureOffer.tsx. */
export const PictureOffer = lazyPart(async () => (await import('./PictureOffer.tsx')).PictureOffer, NoFrame);
/** See StaffHost.tsx. */
export const StaffHost = lazyPart(async () => (await import('./shell/StaffHost.tsx')).StaffHost, StaffFrame);
/** See LibraryHost.tsx. */
export const LibraryHost = lazyPart(
  async () => (await import('./LibraryHost.tsx')).LibraryHost,
  LibraryFrame,
);
/** See features/unsent/UnsentWindow.tsx. */
export const UnsentWindow = lazyPart(
  async () => (await import('./features/unsent/UnsentWindow.tsx')).UnsentWindow,
  UnsentFrame,
);
/** See OrderHost.tsx. */
export const OrderHost = lazyPart(async () => (await import('./OrderHost.tsx')).OrderHost, NoFrame);
/** See features/libraries/AssetsSection.tsx. */
export const AssetsSection = lazyPart(
  async () => (await import('./features/libraries/AssetsSection.tsx')).AssetsSection,
  AssetsFrame,
);
/** See GalleryHost.tsx. */
export const GalleryHost = lazyPart(async () => (await import('./GalleryHost.tsx')).GalleryHost, PlainFrame);
/** See features/projects/ProjectWindows.tsx. */
export const ProjectWindows = lazyPart(
  async () => (await import('./features/projects/ProjectWindows.tsx')).ProjectWindows,
  ProjectsFrame,
);
/** See EditPlace.tsx. */
export const EditPlace = lazyPart(async () => (await import('./EditPlace.tsx')).EditPlace, EditFrame);
/** See EditHost.tsx. */
export const EditHost = lazyPart(async () => (await import('./EditHost.tsx')).EditHost, NoFrame);
/** See ResultHost.tsx. */
export const ResultHost = lazyPart(async () => (await import('./ResultHost.tsx')).ResultHost, ResultFrame);

/** See features/coordinates/LyingOffer.tsx. */
export const LyingOffer = lazyPart(
  async () => (await import('./features/coordinates/LyingOffer.tsx')).LyingOffer,
  NoFrame,
);
/** See features/views/ViewsBar.tsx. */
export const ViewsBar = lazyPart(
  async () => (await import('./features/views/ViewsBar.tsx')).ViewsBar,
  BarFrame,
);
/** See TutorialHost.tsx. */
export const TutorialHost = lazyPart(
  async () => (await import('./shell/TutorialHost.tsx')).TutorialHost,
  NoFrame,
);
/** See features/help/Shortcuts.tsx. */
export const Shortcuts = lazyPart(
  async () => (await import('./features/help/Shortcuts.tsx')).Shortcuts,
  ShortcutsFrame,
);
