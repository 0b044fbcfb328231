// Routes of the log.
import type { RouteSubject } from './route-row.ts';

export const LOG_ROUTES = {
  heading: 'Logs',
  routes: {
    'GET /logs': {
      summary: 'Lists log records',
      query: {
        level: {
          kind: 'text',
          choices: ['OFF', 'FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE', 'ALL'],
          anyCase: true,
          meaning: 'minimum level',
        },
        category: { kind: 'text', meaning: 'a category; includes its sub-categories' },
        text: { kind: 'text', meaning: 'part of message, parameters, category, error or MDC' },
        limit: { kind: 'number', least: 1, most: 5000, default: 500, meaning: 'most records' },
      },
      responses: { 200: { type: 'LogPageWire', meaning: 'the newest matching records, oldest first' } },
    },
    'GET /logs/stream': {
      summary: 'Sends log records as they are written',
      query: {
        level: {
          kind: 'text',
          choices: ['OFF', 'FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE', 'ALL'],
          anyCase: true,
          meaning: 'minimum level',
        },
        category: { kind: 'text', meaning: 'a category; includes its sub-categories' },
        text: { kind: 'text', meaning: 'part of message, parameters, category, error or MDC' },
        since: { kind: 'text', meaning: 'sequence number of the last record that the listener has' },
      },
      headers: { 'Last-Event-ID': 'The same as `since`, over which it takes precedence' },
      responses: {
        200: {
          content: 'text/event-stream',
          meaning:
            'events `log` with `LogLineWire[]` as data, at most 20 events a second, with the sequence number of the last line as event ID. `Last-Event-ID` (or `since`) resumes the stream. If more than 2000 lines fall between two events, only the newest are sent',
        },
      },
    },
  },
} as const;
LOG_ROUTES satisfies RouteSubject;
