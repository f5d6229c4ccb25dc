import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Serves OpenAPI 3.1 generated from the registered routes, and a page to browse it. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lớp Xanh',
        description: 'The API of Lớp Xanh, a web application for primary schools in Vietnam.',
        version: '1',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'anyone' };
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // A phone takes many seconds to draw every endpoint and schema at once.
      uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: -1, tagsSorter: 'alpha' },
    });
  });
}
