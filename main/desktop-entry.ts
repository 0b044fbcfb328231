// The entry of the desktop app. Everything is in the imported part, so that the npm package, which always contains
// the entry, does not contain the app. Electron waits for this module before it is ready.
await import('./desktop.ts');

export {};
