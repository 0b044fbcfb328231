// The ways to prove who somebody is, by the name in `execution` of a form's URL.
import type { Execution } from './execution.ts';
import { oneClick } from './one-click.ts';
import { usernamePassword } from './username-password.ts';

/** One row per form of the sign-in page. */
export const EXECUTIONS: {
  readonly 'username-password': Execution;
  readonly 'one-click': Execution;
} = {
  'username-password': usernamePassword,
  'one-click': oneClick,
};

/** Name of a row. */
type ExecutionName = keyof typeof EXECUTIONS;

/** The row of that name; undefined when there is none. */
export function findExecution(name: string | undefined): Execution | undefined {
  return name !== undefined && Object.hasOwn(EXECUTIONS, name)
    ? EXECUTIONS[name as ExecutionName]
    : undefined;
}
