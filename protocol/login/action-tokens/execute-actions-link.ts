// The link of an administrator: the user completes required actions.

import { followUserChange } from '../save-user-change.ts';
import { messageOf } from '../texts/message.ts';
import { askFirst, linkProgress, openActions } from './link-tab.ts';
import type { LinkType } from './link-type.ts';

/** Compat: actions that make a link single-use. */
const ONE_TIME_ACTIONS = new Set(['CONFIGURE_TOTP', 'UPDATE_EMAIL', 'UPDATE_PASSWORD']);

/** Compat: whoever opens the link has the message, so the address is verified as well. */
export const executeActionsLink: LinkType = {
  async open(parts, exchange, link) {
    const { token, user, own } = link;
    const actions = token.actions ?? [];
    if (own === undefined)
      return askFirst(parts, exchange, token, {
        title: messageOf('understudy.accountUpdateTitle'),
        message: messageOf('confirmExecutionOfActions'),
        actions,
      });
    await followUserChange(parts.deps.store, exchange.realm, user, (current) =>
      current.email === user.email ? { ...current, emailVerified: true } : current,
    );
    exchange.activity.recordPass(
      'execute-actions-link',
      `The link of an administrator leads ${user.username} to ${actions.join(', ') || 'no action'}.`,
    );
    const isSingleUse = actions.some((action) => ONE_TIME_ACTIONS.has(action));
    const left = actions.filter((action) => action !== 'VERIFY_EMAIL');
    return openActions(parts, exchange, link, linkProgress(exchange, link, left, isSingleUse));
  },
};
