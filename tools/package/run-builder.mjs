// Runs electron-builder in this process; what stops it becomes one readable error.
import { ToolError } from '../progress.mjs';

const NO_NETWORK = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENETUNREACH',
]);

/** What electron-builder downloads, and the variable that names a copy of it, by target. */
const DOWNLOADS = {
  AppImage: 'APPIMAGE_TOOLS_PATH (its folder of AppImage tools)',
  deb: 'CUSTOM_FPM_PATH (fpm)',
  'tar.gz': 'ELECTRON_BUILDER_7ZIP_PATH (7-Zip)',
};

function explain(error) {
  const message = String(error?.message ?? error).trim();
  if (NO_NETWORK.has(error?.code) || error?.name === 'HTTPError') {
    return new ToolError(
      `electron-builder could not download a tool: ${message}.`,
      [
        'Connect this machine, set a proxy (HTTPS_PROXY) or a mirror (ELECTRON_BUILDER_BINARIES_MIRROR),',
        `or name what is already here: ${Object.values(DOWNLOADS).join(', ')}.`,
      ].join('\n'),
      { cause: error },
    );
  }
  const [first = '', ...rest] = message.split('\n');
  return new ToolError(
    `electron-builder: ${first}`,
    rest.join('\n').trim() || 'See its messages above, and electron-builder.yml.',
    { cause: error },
  );
}

/**
 * Builds these targets of one platform (`linux`, `win` or `mac`; no targets: those of electron-builder.yml), with
 * settings that take precedence over electron-builder.yml. Returns the paths of the packages.
 * @throws ToolError if they cannot be built.
 */
export async function runBuilder(platform, targets, config) {
  const { build, log, Platform, archFromString } = await import('electron-builder');
  // Standard output is for what was requested: the text of the dry run.
  log.stream = process.stderr;
  const platforms = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC };
  const wanted = platforms[platform].createTarget(targets, archFromString(process.arch));
  try {
    return await build({ targets: wanted, config, publish: 'never' });
  } catch (error) {
    throw error instanceof ToolError ? error : explain(error);
  }
}
