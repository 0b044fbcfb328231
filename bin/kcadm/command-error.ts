// The two ways in which a command fails: wrong usage (exit code 2) and everything else (exit code 1).

/** The command could not do its work: exit code 1. The message says what, why and how to fix it. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** The command line is wrong: exit code 2, and a hint at the command's help after the message. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}
