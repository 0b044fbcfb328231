// Flows for tests, written as nested lists.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { LoginBrowser } from './login-browser.ts';
import { type LoginFixture, withLogin } from './login-fixture.ts';

/** `auth-cookie ALTERNATIVE`, with settings `deny-access-authenticator REQUIRED denyErrorMessage=No`; a list is a flow. */
export type FlowStepText = string | readonly [flow: string, steps: readonly FlowStepText[]];

type Executions = Record<string, unknown>[];

/** The members of a realm that uses a flow with these steps, named `mine`. */
export function flowMembers(steps: readonly FlowStepText[]): Partial<RealmRepresentation> {
  const authenticationFlows: Record<string, unknown>[] = [];
  const authenticatorConfig: Record<string, unknown>[] = [];
  const toExecution = (step: FlowStepText, priority: number): Record<string, unknown> => {
    const text = typeof step === 'string' ? step : step[0];
    const [, name, requirement = 'REQUIRED', settings = ''] =
      /^(.+?)(?: (REQUIRED|ALTERNATIVE|CONDITIONAL|DISABLED))(?: (.*))?$/.exec(text) ?? [text, text];
    if (typeof step !== 'string') {
      addFlow(String(name), step[1], false);
      return { flowAlias: name, authenticatorFlow: true, requirement, priority };
    }
    if (settings === '') return { authenticator: name, requirement, priority };
    const alias = `settings ${authenticatorConfig.length}`;
    const config = Object.fromEntries(settings.split(',').map((setting) => setting.split('=', 2)));
    authenticatorConfig.push({ alias, config });
    return { authenticator: name, requirement, priority, authenticatorConfig: alias };
  };
  const addFlow = (alias: string, inner: readonly FlowStepText[], topLevel: boolean): void => {
    const authenticationExecutions: Executions = inner.map(toExecution);
    authenticationFlows.push({ alias, providerId: 'basic-flow', topLevel, authenticationExecutions });
  };
  addFlow('mine', steps, true);
  return { browserFlow: 'mine', authenticationFlows, authenticatorConfig } as Partial<RealmRepresentation>;
}

/** Runs `use` with a realm whose users sign in with these steps. */
export function withFlow(
  steps: readonly FlowStepText[],
  use: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
): Promise<void> {
  return withLogin(use, { ...flowMembers(steps), ...changes });
}
