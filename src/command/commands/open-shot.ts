import { resolve } from 'node:path';
import { STAGE_PICTURE_MAX_PX } from '../../contract/constants.ts';
import { RecipePicture } from '../../contract/files/recipe-picture.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import { allowReplaced } from '../engine/make-picture.ts';
import { type OpenedModel, openModel } from '../model/open-model.ts';
import { sizeForChannel } from '../options/read-channel.ts';
import { readLight, readQuality, readSeed, readSize, readUp } from '../options/read-values.ts';
import { readView, type View } from '../options/read-view.ts';
import { UsageError } from '../options/usage-error.ts';
import { describeModelWarning } from '../output/describe-warning.ts';
import { chooseBackground } from '../recipe/choose-background.ts';
import { boxOf, type StageBox } from '../recipe/choose-camera.ts';
import { describeRecipe } from '../recipe/describe-recipe.ts';
import { dressParts } from '../recipe/dress-parts.ts';
import type { Outside } from './command.ts';
import type { RenderSession } from './open-render-session.ts';
import { planShot, type ShotPlan, type ShotWish } from './plan-shot.ts';

/** A product that is ready to be pictured. */
export interface Shot {
  readonly view: View;
  readonly box: StageBox;
  /** Width by height. */
  readonly aspect: number;
  readonly plan: ShotPlan;
  /** What a camera makes of it. */
  picture(camera: CameraPose): Promise<RecipePicture>;
}

/**
 * Reads what is wished, opens the model and dresses it. What is wrong with the words is found before anything is read.
 *
 * @param open Opens a model; a sheet keeps the one it had.
 * @throws UsageError; AppError for a model or a picture that cannot be read.
 */
export async function openShot(
  wish: ShotWish,
  { engine, files, library }: RenderSession,
  { cwd, tell, signal }: Pick<Outside, 'cwd' | 'tell' | 'signal'>,
  open: (path: string, up: 'y' | 'z' | null) => Promise<OpenedModel> = openModel,
): Promise<Shot> {
  const view = readView(wish.view);
  const plan = await planShot(wish, cwd);
  const { look: worn, channel, isTransparent } = plan;
  const { width, height } = channel === null ? readSize(wish.size, wish.ratio) : sizeForChannel(channel);
  const look = {
    light: readLight(wish.light ?? worn?.light),
    quality: readQuality(wish.quality),
    seed: readSeed(wish.seed),
  };
  const up = readUp(wish.up);
  if (isTransparent && Math.max(width, height) > STAGE_PICTURE_MAX_PX) {
    throw new UsageError(
      `The product alone is made up to ${STAGE_PICTURE_MAX_PX} px: take a smaller --size.`,
    );
  }
  const isOfLook = wish.background === undefined && worn?.background !== undefined;
  const said = channel?.ground === 'white' ? undefined : (wish.background ?? worn?.background);
  const background = await chooseBackground(said, isOfLook ? worn.folder : cwd, library, files);
  const model = await open(resolve(cwd, wish.model), up);
  for (const warning of model.report.warnings) {
    const sentence = describeModelWarning(warning);
    if (sentence !== null) tell.warn(sentence);
  }
  const dressings = await dressParts(model, worn, wish.materials, library, files, (sentence) =>
    tell.warn(sentence),
  );
  signal.throwIfAborted();
  const engineBuild = await engine.build();
  return {
    view,
    box: boxOf(model),
    aspect: width / height,
    plan,
    async picture(camera) {
      const wishes = { dressings, camera, background, isTransparent, width, height, ...look };
      const recipe = await allowReplaced(engine, describeRecipe(model, wishes, engineBuild, files), signal);
      // As whoever reads it out of the picture has it: the order of its fields, and no -0.
      return RecipePicture.parse(JSON.parse(JSON.stringify({ version: 1, recipe, imageIndex: 0 })));
    },
  };
}
