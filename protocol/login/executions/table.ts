// The authentication methods, by the `execution` parameter of a form's URL.
import { type FlowTree, listAuthenticators } from '#protocol/realm/flows/flow-tree.ts';
import type { StepPage } from '../next-page-types.ts';
import type { Execution } from './execution.ts';
import { oneClick } from './one-click.ts';
import { otp } from './otp.ts';
import { password } from './password.ts';
import { recoveryCode } from './recovery-code.ts';
import { removeOtp } from './remove-otp.ts';
import { username } from './username.ts';
import { usernamePassword } from './username-password.ts';

export type ExecutionName =
  | 'username-password'
  | 'username'
  | 'password'
  | 'one-click'
  | 'otp'
  | 'recovery-code'
  | 'remove-otp';

export const EXECUTIONS: Readonly<Record<ExecutionName, Execution>> = {
  'username-password': usernamePassword,
  username,
  password,
  'one-click': oneClick,
  otp,
  'recovery-code': recoveryCode,
  'remove-otp': removeOtp,
};

export function findExecution(name: string | undefined): ExecutionName | undefined {
  return name !== undefined && Object.hasOwn(EXECUTIONS, name) ? (name as ExecutionName) : undefined;
}

/** What processes the form of a page. */
export const EXECUTION_OF: Readonly<Record<StepPage['next'], ExecutionName>> = {
  'sign-in': 'username-password',
  username: 'username',
  password: 'password',
  otp: 'otp',
  'recovery-code': 'recovery-code',
  'remove-otp': 'remove-otp',
};

/** The steps that identify a user, by the method that completes them. One click stands for all of them. */
const IDENTIFYING: Readonly<Partial<Record<ExecutionName, readonly string[]>>> = {
  'username-password': ['auth-username-password-form'],
  username: ['auth-username-form'],
  'one-click': ['auth-username-password-form', 'auth-username-form', 'auth-password-form'],
};

export const isIdentifying = (name: ExecutionName): boolean => IDENTIFYING[name] !== undefined;

/** Keys of the steps that an identifying method completes in a flow. */
export function identifyingKeys({ steps }: FlowTree, name: ExecutionName): readonly string[] {
  const completed = IDENTIFYING[name] ?? [];
  return listAuthenticators(steps)
    .filter(({ authenticator }) => completed.includes(authenticator))
    .map(({ key }) => key);
}
