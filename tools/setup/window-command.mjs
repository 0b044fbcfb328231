// The window's runtime, ready to run.
import { describeRuntime, runtimeSwitches } from '../electron-runtime.mjs';
import { say } from '../progress.mjs';
import { obtainRuntime } from './obtain-runtime.mjs';
import { ensureLibraries } from './system-packages.mjs';

/**
 * The executable and its switches; the app's folder and arguments follow them.
 * @throws ToolError when there is no runtime, or a library is missing.
 */
export async function obtainWindowCommand() {
  const runtime = await obtainRuntime();
  ensureLibraries(runtime.executable);
  say(describeRuntime(runtime));
  return [runtime.executable, ...runtimeSwitches()];
}
