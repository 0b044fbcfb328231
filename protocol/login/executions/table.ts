// The ways to prove who somebody is, by the name in `execution` of a form's URL.
import type { Execution } from './execution.ts';
import { oneClick } from './one-click.ts';
import { otp } from './otp.ts';
import { usernamePassword } from './username-password.ts';

/** One row per form. */
export const EXECUTIONS: {
  readonly 'username-password': Execution;
  readonly 'one-click': Execution;
  readonly otp: Execution;
} = {
  'username-password': usernamePassword,
  'one-click': oneClick,
  otp,
};

/** Name of a row. */
type ExecutionName = keyof typeof EXECUTIONS;

/** The row of that name; undefined when there is none. */
export function findExecution(name: string | undefined): Execution | undefined {
  return name !== undefined && Object.hasOwn(EXECUTIONS, name)
    ? EXECUTIONS[name as ExecutionName]
    : undefined;
}
