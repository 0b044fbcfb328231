// The app's folder among the user's application data.
import { app } from 'electron';

/**
 * Returns the folder, which Electron names after the app, or the one of `--user-data-dir`: that allows a second
 * instance.
 */
export function chooseProfile(): string {
  const named = app.commandLine.getSwitchValue('user-data-dir');
  if (named !== '') app.setPath('userData', named);
  return app.getPath('userData');
}
