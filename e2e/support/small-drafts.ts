import type { Page } from 'playwright';
import type { ProjectBody } from '../../src/contract/http/projects.ts';

/** Makes the pictures of the project that the page opens first as small and as quick as there are. */
export async function makeSmallDrafts(page: Page): Promise<void> {
  await page.route(
    '**/api/project/active/',
    async (route) => {
      const answer = await route.fetch();
      const { id, revision, render_settings } = (await answer.json()) as ProjectBody;
      const authorization = (await route.request().headerValue('authorization')) ?? '';
      const small = { ...render_settings, width: 64, height: 64, quality: 'draft' };
      const changed = await page.request.patch(new URL(`../${id}/`, route.request().url()).href, {
        headers: { authorization },
        data: { revision, render_settings: small },
      });
      await route.fulfill({ response: changed });
    },
    { times: 1 },
  );
}
