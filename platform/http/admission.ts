/** Who is told to come back while the process is overloaded. */
export interface Admission<Class extends string> {
  /** Asked once for each request, before anything is done for it. */
  admits(asker: Class): boolean
  /** Since the start by class, with how much is turned away now: 0 nobody, 1 all of the first class, 2 all of the second too. */
  counts(): { level: number; waitedMs: number; admitted: Record<Class, number>; refused: Record<Class, number> }
  stop(): void
}

interface AdmissionOptions<Class extends string> {
  /** Who is turned away first stands first; each with the milliseconds that work may stand waiting before that class is turned away. */
  classes: Record<Class, number>
  /** How long whoever waits longest in each queue has waited, in milliseconds, and the last class that may be turned away because of it. */
  queues?: { waitedMs(): number; upTo: Class }[]
  /** Milliseconds that only go forward; the process's own by default. */
  clock?: () => number
}

const LOOK_EVERY_MS = 50
/** A pause to collect garbage, or a burst that is worked off, is no overload: only what waited at each of so many looks counts. */
const LOOKS = 3
/** In classes a second: quickly up, because a queue costs everybody, and slowly down, so that those who were sent away do not all come back at once. */
const UP = 1
const DOWN = 0.25
const STEEPEST = 2
/** Between this part of the limit and the limit itself, the share that is turned away stays as it is. */
const CALM = 0.5
/** What is turned away of a class in which the level stands so far up: in a great flood a small change of what is let in is much. */
const shareOf = (part: number) => 1 - (1 - Math.min(1, Math.max(0, part))) ** 2
/** However long the process stood still, the level moves by what so much time allows. */
const LONGEST_STEP_S = 0.5

/**
 * Turns away as many as are too many, class by class. One number, the level, moves up while work waits longer than the class in question may
 * make it wait, and slowly down once it does not; the whole classes below it are turned away, and of the class in which it stands that share.
 * How long work waits is measured by how late this process comes to its own timer, which is how late it comes to everything, and by its queues.
 */
export function openAdmission<Class extends string>({
  classes,
  queues = [],
  clock = () => performance.now(),
}: AdmissionOptions<Class>): Admission<Class> & { look(): void } {
  const names = Object.keys(classes) as Class[]
  const rankOf = (name: Class) => names.indexOf(name)
  const zeros = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<Class, number>
  const [admitted, refused, owed] = [zeros(), zeros(), zeros()]
  const looks: number[] = []
  let level = 0
  let waitedMs = 0
  let lookedAt = clock()

  /** The longest that may be acted upon: a queue of reads is no reason to turn writes away. */
  function waitNow(lateMs: number): number {
    const mine = queues.filter(({ upTo }) => level < rankOf(upTo) + 1).map((queue) => queue.waitedMs())
    return Math.max(lateMs, ...mine)
  }

  function look(): void {
    const now = clock()
    const passedMs = now - lookedAt
    lookedAt = now
    looks.push(waitNow(Math.max(0, passedMs - LOOK_EVERY_MS)))
    if (looks.length < LOOKS) return
    looks.splice(0, looks.length - LOOKS)
    waitedMs = Math.min(...looks)
    const rank = Math.min(Math.floor(level), names.length - 1)
    const limitMs = classes[names[rank] as Class]
    const seconds = Math.min(passedMs / 1000, LONGEST_STEP_S)
    const rise = UP * seconds * Math.min(STEEPEST, waitedMs / limitMs)
    // No further than this class: the next one has a limit of its own.
    if (waitedMs > limitMs) level = Math.min(rank + 1, level + rise)
    else if (waitedMs < limitMs * CALM) level = Math.max(0, level - DOWN * seconds)
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return {
    look,
    admits(asker) {
      // Evenly rather than by chance: of a half, every second one.
      owed[asker] += shareOf(level - rankOf(asker))
      const isRefused = owed[asker] >= 1
      if (isRefused) owed[asker] -= 1
      const counted = isRefused ? refused : admitted
      counted[asker] += 1
      return !isRefused
    },
    counts: () => ({
      level: Number(level.toFixed(2)),
      waitedMs: Math.round(waitedMs),
      admitted: { ...admitted },
      refused: { ...refused },
    }),
    stop: () => clearInterval(timer),
  }
}
