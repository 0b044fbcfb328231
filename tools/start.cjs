// Entry point of npm start and understudy.bat. Sets one signing thread per core, like bin/understudy.sh.
// Node starts its threads when it loads the first ES module, so only a CommonJS module can set their number.
const { availableParallelism } = require('node:os');

process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism());
void import('./start.mjs');
