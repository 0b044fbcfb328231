// Sends signed actions to the Admin URLs of clients: older tokens are revoked, or all sessions end.

import type { CallKind } from '#protocol/contract/outgoing-calls.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { OutgoingCall, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { AdminUrlAction, AdminUrlResult } from '#protocol/realm/sessions/admin-url-action.ts';
import type { LogoutNotice, SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { createLogoutAllAction, createNotBeforeAction } from './admin-action.ts';
import { type AdminUrl, listAdminUrls } from './admin-urls.ts';

export interface AdminUrlDeps {
  readonly keys: RealmKeys;
  readonly calls: OutgoingCalls;
}

/** An action that adapters know. */
interface ActionKind {
  readonly call: CallKind;
  /** Below the Admin URL. */
  readonly path: string;
  /** Title in Activity. */
  readonly title: string;
  readonly sign: typeof createNotBeforeAction;
}

const PUSH_NOT_BEFORE: ActionKind = {
  call: 'admin-not-before',
  path: 'k_push_not_before',
  title: 'Expiry by Admin URL',
  sign: createNotBeforeAction,
};

const LOGOUT_ALL: ActionKind = {
  call: 'admin-logout',
  path: 'k_logout',
  title: 'Sign-out of all users by Admin URL',
  sign: createLogoutAllAction,
};

interface Target {
  readonly client: Client;
  readonly at: AdminUrl;
}

interface Called {
  /** As the result lists it. */
  readonly shown: string;
  readonly notice: LogoutNotice;
}

function createAction({ keys, calls }: AdminUrlDeps, kind: ActionKind): AdminUrlAction {
  const section = `Keycloak adapters, ${kind.path}`;

  function describeCall(context: SessionEndContext, client: Client, url: string, flow: string): OutgoingCall {
    return {
      kind: kind.call,
      title: kind.title,
      url: `${url.replace(/\/$/, '')}/${kind.path}`,
      contentType: 'text/plain; charset=utf-8',
      body: () => kind.sign(keys, context, client),
      realm: context.realm.name,
      clientId: client.clientId,
      flow,
      accepted: [200, 204],
      setting: `adminUrl of client ${client.clientId}`,
      section,
    };
  }

  async function call(context: SessionEndContext, { client, at }: Target, flow: string): Promise<Called> {
    const { clientId } = client;
    if ('problem' in at) {
      const notice = {
        clientId,
        outcome: 'failed',
        detail: `was not called: ${at.problem}`,
        section,
      } as const;
      return { shown: at.written, notice };
    }
    const { outcome, detail } = await calls.send(describeCall(context, client, at.url, flow));
    return { shown: at.url, notice: { clientId, outcome, detail, section } };
  }

  return async (context, clients) => {
    const flow = createUuid();
    const targets = clients.flatMap((client) =>
      listAdminUrls(client, context.baseUrl).map((at) => ({ client, at })),
    );
    return collect(await Promise.all(targets.map((target) => call(context, target, flow))));
  };
}

function collect(called: readonly Called[]): AdminUrlResult {
  const isAccepted = ({ notice }: Called): boolean => notice.outcome === 'accepted';
  return {
    successRequests: called.filter(isAccepted).map(({ shown }) => shown),
    failedRequests: called.filter((one) => !isAccepted(one)).map(({ shown }) => shown),
    notices: called.map(({ notice }) => notice),
  };
}

/** Compat: for Keycloak's legacy adapters; not part of any specification. */
export function createNotBeforePush(deps: AdminUrlDeps): AdminUrlAction {
  return createAction(deps, PUSH_NOT_BEFORE);
}

/** Compat: as above. Ends the sessions of all users at the clients, whatever the adapters said of them. */
export function createLogoutAll(deps: AdminUrlDeps): AdminUrlAction {
  return createAction(deps, LOGOUT_ALL);
}
