// The desktop's texts in English.
import type { DesktopTexts } from './desktop-texts.ts';

const pending = (count: number): string => (count === 1 ? '1 pending prompt' : `${count} pending prompts`);

export const ENGLISH: DesktopTexts = {
  menu: {
    file: 'File',
    quit: 'Quit',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    remove: 'Delete',
    selectAll: 'Select All',
    view: 'View',
    reload: 'Reload',
    developerTools: 'Toggle Developer Tools',
    actualSize: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    fullScreen: 'Toggle Full Screen',
    window: 'Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    close: 'Close',
  },
  showUnderstudy: 'Show Understudy',
  cannotStart: 'Understudy cannot start',
  portTitle: ({ port }) => `Port ${port} is in use`,
  portDetail: ({ host, port, free }) =>
    `Another program, perhaps another Understudy, uses port ${port} on ${host}. If you use port ${free}, applications must call it until the next start.`,
  takePort: ({ free }) => `Use port ${free}`,
  asks: (client, user) => `${client} asks ${user} to sign in`,
  whatToDo: (realm) => `Approve or deny it on Device, realm ${realm}.`,
  pendingPrompts: (count) => `${pending(count)} on the device`,
  tray: (count) => (count === 0 ? 'Understudy' : `Understudy: ${pending(count)}`),
  device: (count) => (count === 0 ? 'Device' : `Device (${count} pending)`),
};
