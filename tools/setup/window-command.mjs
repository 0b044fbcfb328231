// The command that runs the window.
import { describeRuntime, runtimeSwitches } from '../electron-runtime.mjs';
import { say } from '../progress.mjs';
import { obtainRuntime } from './obtain-runtime.mjs';
import { ensureLibraries } from './system-packages.mjs';

/**
 * Returns the executable and its switches; append the app's folder and arguments.
 * @throws ToolError if there is no runtime or a library is missing.
 */
export async function obtainWindowCommand() {
  const runtime = await obtainRuntime();
  ensureLibraries(runtime.executable);
  say(describeRuntime(runtime));
  return [runtime.executable, ...runtimeSwitches()];
}
