// Workers with the module, and jobs that they play in pieces.
//
// The driver holds every job, and says what is wanted and what it comes to. Players begin the same jobs, play pieces of them and hand
// back counts as text, so that the numbers are those of the command line whatever the number of workers. A job has a slot: whatever is
// begun in it replaces what was there, in every worker, and answers about the old one are dropped.
import { trusted } from "./trusted.js";

/** Encounters of the first pieces of a scenario whose pace is not known: few, so that a first interval is there at once. */
const FIRST_PIECE = 32;
/** Milliseconds that the first pieces are to take where the pace is known. */
const FIRST_PIECE_MS = 12;
/** Milliseconds that a piece is to take. */
const PIECE_MS = 40;
const PIECE_MAX = 1 << 18;
/** Milliseconds between two looks at a job. */
const LOOK_MS = 70;
/** Milliseconds after which a worker that plays what nobody wants any more is replaced. */
const PATIENCE_MS = 250;
const PLAYERS_MAX = 16;

/** A worker that was replaced before it had answered. */
export class Stopped extends Error {}

/** A worker that has trapped: a mistake of the program, or memory that is spent. */
export class Trap extends Error {}

/** Why something is refused: the mistakes of a scenario. */
export class Refused extends Error {
  constructor(mistakes) {
    super(mistakes.map((mistake) => mistake.message).join("; "));
    this.mistakes = mistakes;
  }
}

/** A worker, asked by promises; after a trap or a stop the next request starts a new one. */
class Asked {
  constructor(built) {
    this.built = built;
    this.memory = 0;
    this.open = new Map();
    this.last = 0;
    this.restarts = 0;
    this.start();
  }

  start() {
    const worker = new Worker(trusted.createScriptURL(this.built.worker));
    this.worker = worker;
    /** The jobs that this worker has begun, by slot. */
    this.begun = new Map();
    worker.postMessage({ module: this.built.module });
    worker.onmessage = ({ data }) => {
      this.memory = data.memory;
      const { resolve, reject } = this.open.get(data.id);
      this.open.delete(data.id);
      if (data.over) this.restart(new Trap(data.answer.trap ?? "a trap"));
      if (data.answer.trap) reject(new Trap(data.answer.trap));
      else if (data.answer.mistakes) reject(new Refused(data.answer.mistakes));
      else resolve({ ok: data.answer.ok, took: data.took });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.restart(new Trap(event.message ?? "a worker that does not start"));
    };
  }

  restart(reason) {
    this.worker.terminate();
    const open = [...this.open.values()];
    this.open.clear();
    this.restarts += 1;
    this.start();
    open.forEach(({ reject }) => reject(reason));
  }

  get busy() {
    return this.open.size > 0;
  }

  stop() {
    if (this.busy) this.restart(new Stopped("stopped"));
  }

  ask(request) {
    const id = (this.last += 1);
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject });
      this.worker.postMessage({ id, request });
    });
  }
}

/** A worker that starts when it is first asked. */
class Lazy {
  constructor(built) {
    this.built = built;
    this.asked = null;
  }

  ask(request) {
    this.asked ??= new Asked(this.built);
    return this.asked.ask(request);
  }

  stop() {
    this.asked?.stop();
  }
}

/** The part of a list of pieces that is played next, which is taken from it. What is left goes to the end, so that cells take turns. */
function nextPiece(queue, most) {
  const piece = queue.shift();
  const { start, end } = piece.range;
  if (end - start <= most) return piece;
  queue.push({ ...piece, range: { start: start + most, end } });
  return { ...piece, range: { start, end: start + most } };
}

export class Engine {
  constructor(built) {
    const players = Math.min(PLAYERS_MAX, Math.max(1, navigator.hardwareConcurrency || 1));
    this.driver = new Asked(built);
    this.players = Array.from({ length: players }, () => new Asked(built));
    this.looker = new Lazy(built);
    this.solver = new Lazy(built);
    this.teller = new Lazy(built);
    this.jobs = new Map();
    this.generation = 0;
    /** Encounters a millisecond of the last job in each slot. */
    this.paces = new Map();
  }

  workers() {
    return [this.driver, ...this.players, ...[this.looker, this.solver, this.teller].flatMap(({ asked }) => asked ?? [])];
  }

  /** Bytes of the memories of all modules. */
  memory() {
    return this.workers().reduce((sum, worker) => sum + worker.memory, 0);
  }

  restarts() {
    return this.workers().reduce((sum, worker) => sum + worker.restarts, 0);
  }

  /** Asks one of the lazy workers, and stops it if it takes too long. */
  async askWithin(worker, request, milliseconds) {
    let isLate = false;
    const clock = setTimeout(() => {
      isLate = true;
      worker.stop();
    }, milliseconds);
    try {
      return (await worker.ask(request)).ok;
    } catch (error) {
      if (error instanceof Stopped && isLate) error.isLate = true;
      throw error;
    } finally {
      clearTimeout(clock);
    }
  }

  /** Ends the job of a slot. Whoever still plays for it gets a short while, and is then replaced. */
  end(slot) {
    const job = this.jobs.get(slot);
    if (!job) return;
    this.jobs.delete(slot);
    job.isOver = true;
    setTimeout(() => {
      for (const player of this.players) if (player.plays === job) player.stop();
    }, PATIENCE_MS);
  }

  /**
   * Begins a job in a slot. `heard` has functions: `interim(answer, job)` for what it comes to so far, `done(lines, job)` at its end, and
   * `failed(error)`.
   */
  async begin(slot, study, files, heard, weight = 1) {
    this.end(slot);
    const generation = (this.generation += 1);
    const job = { slot, generation, study, files, heard, weight, queue: [], flying: 0, spent: this.share() * weight, pace: 0, looked: 0, isLooking: false,
      isOver: false, began: performance.now(), traps: 0 };
    this.jobs.set(slot, job);
    await this.guard(job, async () => {
      const { ok } = await this.driver.ask({ do: "begin", job: slot, study, files });
      job.encounters = ok.encounters;
      await this.refill(job);
    });
    this.pump();
    return job;
  }

  /** Does something for a job, and ends the job if that fails. */
  async guard(job, action) {
    try {
      await action();
    } catch (error) {
      if (job.isOver) return;
      this.end(job.slot);
      job.heard.failed(error, job);
    }
  }

  /** Asks what is wanted; a job that wants nothing has its result. */
  async refill(job) {
    if (job.isOver) return;
    const { ok } = await this.driver.ask({ do: "wanted", job: job.slot, most: PIECE_MAX * 4 });
    if (job.isOver) return;
    job.queue = ok.pieces;
    if (job.queue.length > 0) return;
    const { ok: result } = await this.driver.ask({ do: "result", job: job.slot });
    if (job.isOver) return;
    job.isOver = true;
    this.jobs.delete(job.slot);
    job.took = performance.now() - job.began;
    job.heard.done(result.lines, job);
  }

  /** What the job that has had the least has had of the players, so that a new one takes turns with it from now on. */
  share() {
    const shares = [...this.jobs.values()].map(({ spent, weight }) => spent / weight);
    return shares.length > 0 ? Math.min(...shares) : 0;
  }

  /** The job that has had the least of the players, if any has something to be played. */
  neediest() {
    const open = [...this.jobs.values()].filter((job) => job.queue.length > 0);
    return open.reduce((least, job) => (least && least.spent / least.weight <= job.spent / job.weight ? least : job), null);
  }

  /** Hands pieces to players that have nothing to do. */
  pump() {
    for (const player of this.players) {
      const job = player.plays ? null : this.neediest();
      if (job) this.play(player, job);
    }
  }

  /** Encounters of the next piece. */
  sizeFor(job) {
    if (job.pace > 0) return Math.round(Math.min(PIECE_MAX, Math.max(1, job.pace * PIECE_MS)));
    const pace = this.paces.get(job.slot) ?? 0;
    return Math.round(Math.min(FIRST_PIECE * 64, Math.max(FIRST_PIECE / 4, pace > 0 ? pace * FIRST_PIECE_MS : FIRST_PIECE)));
  }

  async play(player, job) {
    const piece = nextPiece(job.queue, this.sizeFor(job));
    player.plays = job;
    job.flying += 1;
    job.spent += PIECE_MS;
    try {
      if (player.begun.get(job.slot) !== job.generation) {
        player.begun.set(job.slot, job.generation);
        // Nobody waits for this answer: if the job is refused, so is its piece.
        player.ask({ do: "begin", job: job.slot, study: job.study, files: job.files }).catch(() => {});
      }
      const { ok: counts, took } = await player.ask({ do: "play", job: job.slot, piece });
      job.spent += took - PIECE_MS;
      const pace = (piece.range.end - piece.range.start) / Math.max(took, 0.1);
      // Pieces grow step by step: the first ones are short, and say little about the pace.
      job.pace = Math.min(pace, job.pace > 0 ? job.pace * 4 : (8 * FIRST_PIECE) / PIECE_MS);
      this.paces.set(job.slot, pace);
      player.plays = null;
      job.flying -= 1;
      this.pump();
      if (!job.isOver) await this.take(job, piece, counts);
    } catch (error) {
      if (player.plays === job) {
        player.plays = null;
        job.flying -= 1;
      }
      this.lost(job, piece, error);
    }
    this.pump();
  }

  /** A piece that was not played: another worker has it, unless it is the piece that traps. */
  lost(job, piece, error) {
    if (job.isOver) return;
    if (error instanceof Trap && job.traps === 0) {
      job.traps += 1;
      job.heard.trapped?.(error, job);
      job.queue.unshift(piece);
      return;
    }
    this.end(job.slot);
    job.heard.failed(error, job);
  }

  async take(job, piece, counts) {
    await this.guard(job, async () => {
      const taken = this.driver.ask({ do: "take", job: job.slot, piece, counts });
      const isLast = job.queue.length === 0 && job.flying === 0;
      if (!isLast) this.look(job);
      await taken;
      if (isLast) {
        await this.refill(job);
      }
    });
  }

  /** Asks what a job comes to so far, now and then. */
  async look(job) {
    if (job.isLooking || job.isOver || performance.now() - job.looked < LOOK_MS) return;
    job.isLooking = true;
    await this.guard(job, async () => {
      const { ok } = await this.driver.ask({ do: "interim", job: job.slot });
      job.looked = performance.now();
      job.firstLook ??= job.looked - job.began;
      if (!job.isOver) job.heard.interim(ok, job);
    });
    job.isLooking = false;
  }

  /** Ends everything. */
  stop() {
    for (const slot of [...this.jobs.keys()]) this.end(slot);
    this.solver.stop();
    this.teller.stop();
  }
}
