// npm start and understudy.bat begin here: as many threads for signatures as there are cores, as bin/understudy.sh sets it.
// Node starts its threads when it loads the first ES module, so only a CommonJS module can still say how many.
const { availableParallelism } = require('node:os');

process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism());
void import('./start.mjs');
