'use strict';

/**
 * The load of tools/load.py on boardgame.io: people at tables of 2 to 5 over real socket.io connections.
 *
 * node crowd.js [--players 2000] [--rate 400] [--seconds 120]
 */

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const { io } = require('socket.io-client');
const { REGIONS, taking } = require('./game');

const SIZES = [2, 3, 4, 5];
// Of four tables one is quick, as in tools/load.py.
const TEMPI = [8, 1, 1, 1];
const AT_ONCE = 8;
const WINDOW = 64;
const PATIENCE = 30000;
const PAGE = 4096;
const TICKS = 100;

const { values: given } = parseArgs({
  options: {
    players: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '120' },
  },
});
const [players, rate, seconds] = [given.players, given.rate, given.seconds].map(Number);
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** A boardgame.io server in a process of its own. */
class Server {
  constructor(folder) {
    this.folder = folder;
    this.port = 0;
  }

  /** Start it, on the port that it had before; whether it did start. */
  async start() {
    const command = [join(__dirname, 'server.js'), String(this.port), ...(this.folder ? [this.folder] : [])];
    this.process = spawn(process.execPath, command, {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exit = once(this.process, 'exit').then(() => [0]);
    const [port] = await Promise.race([once(this.process, 'message'), exit]);
    this.port ||= port;
    this.url = `http://127.0.0.1:${this.port}`;
    return port > 0;
  }

  get hasStopped() {
    return this.process.exitCode !== null;
  }

  async kill() {
    if (this.hasStopped) return;
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
  }

  async post(path, body) {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** Megabytes of memory that the process holds. */
  memory() {
    return (Number(readFileSync(`/proc/${this.process.pid}/statm`, 'ascii').split(' ')[1]) * PAGE) / 1e6;
  }

  /** Seconds that the process has used a core. */
  used() {
    const fields = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  }
}

/** The people of one table; when a game is over they play another. */
class Party {
  constructor(server, size, tempo) {
    this.server = server;
    this.tempo = tempo;
    this.size = size;
    this.times = [];
    this.games = 0;
    this.sockets = [];
    this.back = 0;
    this.seen = 0;
  }

  async begin() {
    const path = `/games/${taking.name}`;
    Object.assign(this, { isReady: false, seen: 0 });
    const { matchID } = await this.server.post(`${path}/create`, { numPlayers: this.size });
    this.match = matchID;
    this.seats = [];
    for (let seat = 0; seat < this.size; seat++) {
      const entry = { playerID: String(seat), playerName: `Player ${seat}` };
      this.seats.push((await this.server.post(`${path}/${matchID}/join`, entry)).playerCredentials);
    }
    await Promise.all(this.seats.map((_, seat) => this.sit(seat)));
    this.isReady = true;
  }

  sit(seat) {
    return new Promise((resolve) => {
      const options = { transports: ['websocket'], forceNew: true };
      this.sockets[seat] ??= io(`${this.server.url}/${taking.name}`, options);
      const socket = this.sockets[seat];
      const ask = () => socket.emit('sync', this.match, String(seat), this.seats[seat], this.size);
      socket.removeAllListeners();
      socket.on('connect', ask);
      socket.on('sync', (match, { state }) => {
        this.state = state;
        this.back += 1;
        resolve();
      });
      socket.on('update', (match, state) => this.hear(match, state));
      if (socket.connected) ask();
    });
  }

  hear(match, state) {
    if (match !== this.match || state._stateID !== this.awaited) return;
    this.seen = this.awaited;
    this.heard += 1;
    if (this.heard < this.size) return;
    this.times.push(performance.now() - this.sentAt);
    this.state = state;
    this.awaited = undefined;
    if (state.ctx.gameover === undefined) {
      this.isReady = true;
    } else {
      this.games += 1;
      this.begin().catch((error) => console.error(error.message));
    }
  }

  /** Let the one whose turn it is take a region at random. */
  move(due) {
    const { currentPlayer } = this.state.ctx;
    const seat = Number(currentPlayer);
    const payload = {
      type: 'take',
      args: [Math.floor(Math.random() * REGIONS)],
      playerID: currentPlayer,
      credentials: this.seats[seat],
    };
    Object.assign(this, { isReady: false, sentAt: due, heard: 0, awaited: this.state._stateID + 1 });
    const action = { type: 'MAKE_MOVE', payload };
    this.sockets[seat].emit('update', action, this.state._stateID, this.match, currentPlayer);
  }
}

/** All parties. */
class Crowd {
  constructor(server) {
    this.parties = [];
    for (let first = 0, number = 0; first + 2 <= players; number++) {
      const size = Math.min(SIZES[number % 4], players - first);
      this.parties.push(new Party(server, size, TEMPI[Math.floor(number / 4) % 4]));
      first += size;
    }
    this.chances = this.parties.flatMap((party) => Array(party.tempo).fill(party));
  }

  async arrive() {
    const coming = [...this.parties];
    const enter = async () => {
      for (let party = coming.pop(); party; party = coming.pop()) await party.begin();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, enter));
  }

  async ready() {
    for (;;) {
      for (let tries = 0; tries < 20; tries++) {
        const party = any(this.chances);
        if (party.isReady) return party;
      }
      await sleep(1);
    }
  }

  /** Offer moves at a fixed rate; how long each took from when it was due. */
  async steady() {
    const began = performance.now();
    for (let number = 0; number < rate * seconds; number++) {
      const due = began + (number * 1000) / rate;
      if (due > performance.now()) await sleep(due - performance.now());
      (await this.ready()).move(due);
    }
  }

  /** As many moves as go with a fixed number on their way at a time. */
  async highest(seconds) {
    const end = performance.now() + seconds * 1000;
    for (let sent = 0; performance.now() < end; ) {
      if (sent - this.done() >= WINDOW) {
        await sleep(1);
      } else {
        (await this.ready()).move(performance.now());
        sent += 1;
      }
    }
  }

  done() {
    return this.parties.reduce((sum, party) => sum + party.times.length, 0);
  }

  times() {
    return this.parties.flatMap((party) => party.times);
  }

  async quiet() {
    const end = performance.now() + PATIENCE;
    while (!this.parties.every((party) => party.isReady)) {
      if (performance.now() > end) {
        console.log('something was never answered');
        process.exitCode = 1;
        return;
      }
      await sleep(10);
    }
  }
}

/** The value below which this share of the values is. */
function quantile(values, share) {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? NaN;
}

function show(title, rows) {
  console.log(`\n| ${title} | |\n|---|---|`);
  for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);
}

async function measure(title, crowd, server, phase) {
  for (const party of crowd.parties) party.times = [];
  const [began, used, ours] = [performance.now(), server.used(), process.cpuUsage()];
  await phase();
  await crowd.quiet();
  const times = crowd.times();
  const own = process.cpuUsage(ours);
  show(title, [
    ['moves/s', ((times.length * 1000) / (performance.now() - began)).toFixed(0)],
    ['half within', `${quantile(times, 0.5).toFixed(1)} ms`],
    ['95 % within', `${quantile(times, 0.95).toFixed(1)} ms`],
    ['99 % within', `${quantile(times, 0.99).toFixed(1)} ms`],
    ['slowest', `${quantile(times, 1).toFixed(0)} ms`],
    ["server's CPU for a move", `${(((server.used() - used) / times.length) * 1000).toFixed(2)} ms`],
    ["the crowd's CPU for a move", `${((own.user + own.system) / times.length / 1000).toFixed(2)} ms`],
    ['games played to the end', crowd.parties.reduce((sum, party) => sum + party.games, 0)],
    ["server's memory", `${server.memory().toFixed(1)} MB`],
  ]);
}

/** Kill the server in the middle of moves and start it again; what it still knows of what was seen. */
async function storm(crowd, server) {
  for (const party of crowd.parties) party.times = [];
  await crowd.highest(1);
  await server.kill();
  await sleep(100);
  const parties = crowd.parties.filter((party) => party.seen > 0);
  for (const party of parties) Object.assign(party, { back: 0, state: undefined });
  const started = performance.now();
  if (!(await server.start())) return [['tables that came back', 'none, the server did not start again']];
  const isAwaited = () => !server.hasStopped && parties.some((party) => party.back < party.size);
  while (performance.now() < started + PATIENCE && isAwaited()) await sleep(10);
  const back = parties.filter((party) => party.back >= party.size);
  const lost = back.filter((party) => (party.state?._stateID ?? -1) < party.seen);
  return [
    ['tables that came back', `${back.length} of ${parties.length}`],
    ['of these without a move that players had seen', lost.length],
    ['the server', server.hasStopped ? 'stopped by itself again' : 'runs'],
    ['after the start', `${((performance.now() - started) / 1000).toFixed(1)} s`],
  ];
}

async function run(storage, folder) {
  const server = new Server(folder);
  if (!(await server.start())) throw new Error('the server did not start');
  try {
    const empty = server.memory();
    const crowd = new Crowd(server);
    await crowd.arrive();
    await sleep(1000);
    const held = server.memory();
    show(`boardgame.io, ${storage}: ${players} players at ${crowd.parties.length} tables`, [
      ["server's memory before", `${empty.toFixed(1)} MB`],
      ['with all of them, games begun', `${held.toFixed(1)} MB`],
      ['for each connection', `${(((held - empty) / players) * 1000).toFixed(1)} kB`],
    ]);
    await measure(`boardgame.io, ${storage}: ${rate} moves/s offered`, crowd, server, () => crowd.steady());
    await measure(`boardgame.io, ${storage}: as many as go, ${WINDOW} at a time`, crowd, server, () =>
      crowd.highest(seconds / 4),
    );
    if (folder) show(`boardgame.io, ${storage}: kill -9 in the middle of moves`, await storm(crowd, server));
    for (const party of crowd.parties) for (const socket of party.sockets) socket.disconnect();
  } finally {
    await server.kill();
  }
}

async function main() {
  await run('in memory');
  const folder = mkdtempSync(join(tmpdir(), 'elbowroom-'));
  try {
    await run('in files', folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main();
