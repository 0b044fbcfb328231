// Runs before the window's page: exposes one object, built from the channel table, and nothing else of Electron or Node.
import { contextBridge, ipcRenderer } from 'electron';
import { DESKTOP_BRIDGE, DESKTOP_CHANNELS } from '#main/bridge/channels.ts';

const bridge = Object.fromEntries(
  DESKTOP_CHANNELS.map((channel) => [channel, (...args: unknown[]) => ipcRenderer.invoke(channel, ...args)]),
);

contextBridge.exposeInMainWorld(DESKTOP_BRIDGE, bridge);
