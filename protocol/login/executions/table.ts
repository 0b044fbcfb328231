// The authentication methods, by the `execution` parameter of a form's URL.
import type { Execution } from './execution.ts';
import { oneClick } from './one-click.ts';
import { otp } from './otp.ts';
import { usernamePassword } from './username-password.ts';

export const EXECUTIONS: Readonly<Record<string, Execution>> = {
  'username-password': usernamePassword,
  'one-click': oneClick,
  otp,
};

export function findExecution(name: string | undefined): Execution | undefined {
  return name !== undefined && Object.hasOwn(EXECUTIONS, name) ? EXECUTIONS[name] : undefined;
}
