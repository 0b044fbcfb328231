// The link of a forgotten password: the flow for that goes on after the step that sent it.
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import { passedByLink } from '../flow/reset-steps.ts';
import { forgottenPasswordProblem } from './link-problems.ts';
import { linkProgress, openActions } from './link-tab.ts';
import type { LinkType } from './link-type.ts';

/** Compat: used up by the new password, not by opening the link; another browser gets no session. */
export const resetCredentialsLink: LinkType = {
  findProblem: ({ realm }) => forgottenPasswordProblem(realm),
  async open(parts, exchange, link) {
    exchange.activity.recordPass(
      'reset-credentials-link',
      `The link identifies ${link.user.username}, who has passed the steps up to it.`,
    );
    const tree = findFlowTree(exchange.realm, undefined, 'reset credentials');
    const done = passedByLink(tree, exchange.clock.now());
    const progress = { ...linkProgress(exchange, link, [], true), done, resets: true };
    return openActions(parts, exchange, link, progress);
  },
};
