import { RenderBody } from '../../src/contract/http/renders.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { Story } from './open-story.ts';

/** Presses Render and resolves with the recipe that the server made of the order. */
export async function orderRecipe({ page, context, url }: Story): Promise<RenderSpec> {
  const ordering = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/render/'),
  );
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const accepted = await ordering;
  const { id } = await accepted.json();
  const authorization = (await accepted.request().headerValue('authorization')) ?? '';
  const answer = await context.request.get(`${url}api/render/${id}/`, { headers: { authorization } });
  return RenderBody.parse(await answer.json()).recipe;
}
