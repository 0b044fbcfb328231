// Routes of the start options and their configuration file.
import type { RouteSubject } from './route-row.ts';

export const SETTINGS_ROUTES = {
  heading: 'Settings',
  routes: {
    'GET /settings': {
      summary: 'Reads every option',
      responses: {
        200: {
          type: 'SettingsWire',
          meaning:
            'every option with its value, the origin of the value, help, choices, and what takes effect after a restart; secrets are masked',
        },
      },
    },
    'PUT /settings': {
      summary: 'Changes options in the configuration file',
      title: 'Change settings',
      headers: { 'If-Match': 'The `ETag` of the settings that the change is based on, or `*`' },
      body: { type: 'SettingsChangeWire', example: { changes: { 'log-level': 'debug' } } },
      responses: { 200: { type: 'SettingsWire', meaning: 'after the configuration file has been changed' } },
      errors: {
        400: 'A key is unknown, cannot be changed over HTTP, or is set on the command line or in the environment; a value is invalid or a path outside the data and log folders; or the server would not start with the result. `faults` lists each with `key`, `problem` and `remedy`',
        409: 'The file cannot be read or written (`faults` names it), or it has changed since the version in `If-Match` or the member `etag`. Without either, the change applies to the current file',
      },
    },
  },
} as const;
SETTINGS_ROUTES satisfies RouteSubject;
