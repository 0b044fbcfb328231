// Routes of the bundled sample applications.
import type { RouteSubject } from './route-row.ts';

export const APPLICATION_ROUTES = {
  heading: 'Sample applications',
  routes: {
    'GET /realms/{realm}/applications': {
      summary: 'Lists the sample applications',
      responses: {
        200: {
          type: 'SampleApplicationWire[]',
          meaning: '`web`, `consumption-device`, `service-provider`',
        },
      },
    },
    'POST /realms/{realm}/applications/{id}': {
      summary:
        'Starts a sample application, and responds when it listens or has failed. Starting `service-provider` updates the URLs of its client `demo-saml`',
      path: { id: '`web`, `consumption-device` or `service-provider`' },
      responses: {
        200: {
          type: 'SampleApplicationWire',
          meaning: '`state` running with `url`, or failed with `error`',
        },
      },
      errors: { 400: "The realm lacks the application's client", 404: 'There is no such application' },
    },
    'DELETE /realms/{realm}/applications/{id}': {
      summary: 'Stops a sample application',
      path: { id: '`web`, `consumption-device` or `service-provider`' },
      responses: { 200: { type: 'SampleApplicationWire' } },
      errors: { 404: 'There is no such application' },
    },
  },
} as const;
APPLICATION_ROUTES satisfies RouteSubject;
