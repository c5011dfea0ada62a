'use strict';

/** node server.js PORT [FOLDER]: a boardgame.io server with games in memory, or in files of a folder. */

const { FlatFile, Server } = require('boardgame.io/server');
const { taking } = require('./game');

const [port, folder] = process.argv.slice(2);
// Without a storage of its own, boardgame.io takes its memory.
const db = folder ? new FlatFile({ dir: folder }) : undefined;

// Tells the crowd, which started it, its port, and goes when the crowd goes.
process.on('disconnect', () => process.exit());
Server({ games: [taking], db, origins: [] })
  .run(Number(port))
  .then(({ appServer }) => process.send(appServer.address().port));
