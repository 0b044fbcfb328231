// Routes of fixes: changes of settings that would accept a refused request.
import type { RouteSubject } from './route-row.ts';

export const FIX_ROUTES = {
  heading: 'Fixes of refused requests',
  routes: {
    'GET /realms/{realm}/activity/{id}/fix': {
      summary: 'Previews the fix of a refused exchange',
      path: { id: 'ID of an exchange' },
      responses: {
        200: {
          type: 'FixPreviewWire',
          meaning: 'the settings that the fix would change, before and after. Nothing is changed',
        },
      },
      errors: {
        404: 'The exchange was cleared, belongs to another realm, or its refusal has no fix',
        409: 'The fix no longer fits: the client or user is gone, or the setting accepts the request by now',
      },
    },
    'POST /realms/{realm}/activity/{id}/fix': {
      summary: 'Applies the fix of a refused exchange',
      path: { id: 'ID of an exchange' },
      body: { type: 'FixRequestWire', example: { state: 'Zq3VtXkP0o8hYw7d' } },
      responses: {
        200: {
          type: 'AppliedFixWire',
          meaning:
            'changes the settings, with the same checks as the admin API. `id` undoes it: for the last 100 fixes of the realm, until the realm is reset or removed or the process ends',
        },
      },
      errors: {
        400: 'A password is missing, or the admin API refuses the new value',
        404: 'As for the preview',
        409: 'As for the preview, or the values have changed since the `state` that was sent',
      },
      title: 'Apply fix',
    },
    'GET /realms/{realm}/fixes': {
      summary: 'Lists the applied fixes that can be undone',
      responses: { 200: { type: 'AppliedFixWire[]', meaning: 'newest first' } },
    },
    'DELETE /realms/{realm}/fixes/{fix}': {
      summary: 'Undoes a fix',
      path: { fix: 'ID of an applied fix' },
      responses: {
        204: { meaning: 'restores exactly the settings that the fix changed; what it created is removed' },
      },
      errors: {
        404: 'There is no such fix: it was undone, or the realm was reset, or the process was restarted',
        409: 'A setting that the fix changed was changed again',
      },
      title: 'Undo fix',
    },
  },
} as const;
FIX_ROUTES satisfies RouteSubject;
