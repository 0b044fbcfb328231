// Routes of messages that a realm would have sent by e-mail.
import type { RouteSubject } from './route-row.ts';

export const MAIL_ROUTES = {
  heading: 'Mail',
  routes: {
    'GET /realms/{realm}/mail': {
      summary: 'Lists the realm’s messages, and waits for those that have not been sent yet',
      query: {
        to: { kind: 'text', meaning: "the recipient's address" },
        user: { kind: 'text', meaning: 'a username' },
        kind: {
          kind: 'text',
          choices: [
            'verify-email',
            'reset-credentials',
            'execute-actions',
            'update-email',
            'organization-invitation',
            'idp-verify-account-via-email',
          ],
          meaning: 'why the message was sent',
        },
        max: {
          kind: 'number',
          least: 0,
          most: 500,
          default: 500,
          meaning: 'how many messages to return at most; 0 for the counts alone',
        },
        after: { kind: 'text', meaning: 'the ID of a message; only newer ones count' },
        wait: {
          kind: 'number',
          least: 0,
          most: 30_000,
          default: 0,
          meaning: 'how long to wait for a message, in milliseconds',
        },
      },
      responses: {
        200: {
          type: 'MailboxWire',
          meaning:
            'newest first, with the number of those that match and of those that are unread. If no message arrives in time, `timedOut` is true',
        },
      },
    },
    'GET /realms/{realm}/mail/stream': {
      summary: 'Sends what happens in the mailbox of the realm, as it happens',
      responses: {
        200: {
          content: 'text/event-stream',
          meaning:
            'events `mail` with `MailChangeWire` as data: a message is added, changed (read or delivered) or removed, or all are',
        },
      },
    },
    'POST /realms/{realm}/mail/read': {
      summary: 'Marks messages as read, as opening them in the window does',
      body: { type: 'ReadMailWire', example: { messages: ['9nZqX3v1kT0p'] } },
      responses: { 204: { meaning: 'they are read. IDs of messages that are gone have no effect' } },
      errors: { 400: 'Names the member that is unknown or invalid' },
    },
    'GET /realms/{realm}/mail/{message}': {
      summary: 'Reads a message',
      path: { message: "the message's ID" },
      responses: { 200: { type: 'MailMessageWire', meaning: 'texts, link, and the exchange that sent it' } },
      errors: { 404: 'There is no such message' },
    },
    'GET /realms/{realm}/mail/{message}/source': {
      summary: 'Reads the source of a message, as a mail server gets it',
      path: { message: "the message's ID" },
      responses: {
        200: { content: 'message/rfc822', meaning: 'headers, text and HTML (RFC 5322), for mail programs' },
      },
      errors: { 404: 'There is no such message' },
    },
    'DELETE /realms/{realm}/mail/{message}': {
      summary: 'Removes a message',
      title: 'Remove message',
      path: { message: "the message's ID" },
      responses: { 204: { meaning: 'it is removed; its link still works' } },
      errors: { 404: 'There is no such message' },
    },
    'DELETE /realms/{realm}/mail': {
      summary: 'Removes all messages of the realm',
      title: 'Clear mailbox',
      responses: { 204: { meaning: 'they are removed; their links still work' } },
    },
  },
} as const;
MAIL_ROUTES satisfies RouteSubject;
