// Runs before the window's page. Exposes one object, built from the channel table, and nothing else of
// Electron or Node. Blocks navigations that the main process cannot prevent.
import { contextBridge, ipcRenderer } from 'electron';
import { DESKTOP_BRIDGE, DESKTOP_CHANNELS } from '#main/bridge/channels.ts';

const bridge = Object.fromEntries(
  DESKTOP_CHANNELS.map((channel) => [channel, (...args: unknown[]) => ipcRenderer.invoke(channel, ...args)]),
);

contextBridge.exposeInMainWorld(DESKTOP_BRIDGE, bridge);

/** The used part of the Navigation API's `navigate` event. HTML Living Standard §7.2.6. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string };
}

// Chromium navigates to about: URLs without asking the main process. Unsaved input would be lost.
const { navigation } = globalThis as { readonly navigation?: EventTarget };
navigation?.addEventListener('navigate', (event) => {
  if ((event as NavigateEvent).destination.url.startsWith('about:')) event.preventDefault();
});
