// Preloaded into the app: answers its message box in place of the user, and keeps what it shows.
const { dialog } = require('electron');

dialog.showMessageBox = (...given) => {
  const { message, buttons } = given.at(-1);
  globalThis.shownDialog = { message, buttons };
  const response = Number(process.env.DIALOG_RESPONSE);
  return Promise.resolve({ response, checkboxChecked: false });
};
