// Terminal output of the tools: one line per step, and for a failure the remedy instead of a stack trace.

const startedAt = performance.now();

/** A failure that the user can fix; `remedy` says how, in one or more lines. */
export class ToolError extends Error {
  constructor(message, remedy, options) {
    super(message, options);
    this.name = 'ToolError';
    this.remedy = remedy;
  }
}

/** Writes a progress line, with the seconds since this process started. */
export function say(message) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  process.stderr.write(`[understudy ${seconds} s] ${message}\n`);
}

/** Runs a tool's main function; a `ToolError` becomes readable lines and exit code 1. */
export async function runTool(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    process.stderr.write(`[understudy] ${error.message}\n`);
    for (const line of error.remedy.split('\n')) process.stderr.write(`[understudy]   ${line}\n`);
    process.exitCode = 1;
  }
}
