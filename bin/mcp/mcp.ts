// The entry point of `understudy mcp`: connects the tools with the process that runs them.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createServerAccess } from './server-access.ts';
import { type McpSettings, readSettings } from './settings.ts';
import { createToolServer } from './tool-server.ts';

/** An agent that ends early closes the pipe. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

function readOwnSettings(): McpSettings | undefined {
  try {
    const settings = readSettings({
      args: process.argv.slice(2),
      environment: process.env,
      workingDirectory: process.cwd(),
      moduleUrl: import.meta.url,
    });
    if (typeof settings !== 'string') return settings;
    process.stdout.write(settings);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    process.stderr.write(`${error.toLine()}\n`);
    process.exitCode = error.exitCode;
  }
  return undefined;
}

const settings = readOwnSettings();
// The process ends when the agent closes standard input.
if (settings !== undefined)
  void createToolServer(createServerAccess(settings), settings.version).connect(new StdioServerTransport());
