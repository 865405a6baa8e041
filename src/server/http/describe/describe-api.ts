import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '../../config.ts';
import type { App } from '../app.ts';
import { describeRoute } from './describe-route.ts';
import { describeWebhooks } from './describe-webhooks.ts';

/** The OpenAPI document, from the routes' own shapes, with a page to read it at /api/docs. */
export async function describeApi(app: App, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vitrine', version: config.version },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
      webhooks: describeWebhooks(),
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input);
      if (schema.hide === true) return { schema, url };
      const isPublic = !url.startsWith('/api/') || input.route.config?.isPublic === true;
      const { form } = input.route.config ?? {};
      return { schema: describeRoute(schema, { url, isPublic, form }), url };
    },
  });
  // Its page brings scripts of its own, and with staticCSP a policy for that page only.
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => {
      const styled = policy.replace("style-src 'self' https:", "style-src 'self' 'unsafe-inline'");
      // As for the app: on plain http in a local network nothing listens for https.
      const isHttps = config.publicUrl.startsWith('https:');
      return isHttps ? styled : styled.replace('upgrade-insecure-requests;', '');
    },
  });
}
