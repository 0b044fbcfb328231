// Runs before the window's page: exposes one object, built from the channel table, and nothing else of Electron or Node;
// keeps the page where it is when an address would replace it that the main process is not asked about.
import { contextBridge, ipcRenderer } from 'electron';
import { DESKTOP_BRIDGE, DESKTOP_CHANNELS } from '#main/bridge/channels.ts';

const bridge = Object.fromEntries(
  DESKTOP_CHANNELS.map((channel) => [channel, (...args: unknown[]) => ipcRenderer.invoke(channel, ...args)]),
);

contextBridge.exposeInMainWorld(DESKTOP_BRIDGE, bridge);

/** The parts of the Navigation API's `navigate` event that are used here. HTML Living Standard §7.2.6. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string };
}

// Chromium commits about:blank and its like without asking the main process. Here the page, and what was typed in it, stays.
const { navigation } = globalThis as { readonly navigation?: EventTarget };
navigation?.addEventListener('navigate', (event) => {
  if ((event as NavigateEvent).destination.url.startsWith('about:')) event.preventDefault();
});
