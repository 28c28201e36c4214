/** Admission control: rejects requests by class while the process is overloaded. */
export interface Admission<Class extends string> {
  /**
   * Decides about a request before any work is done for it; call it once for each. One that would be rejected is
   * admitted if `hasShare` returns true.
   */
  admits(requestClass: Class, hasShare?: () => boolean): boolean
  /**
   * Counts by class since the start, and the current level: 0 rejects none, 1 all requests of the first class, 2 those
   * of the second as well.
   */
  counts(): { level: number; waitedMs: number; admitted: Record<Class, number>; refused: Record<Class, number> }
  stop(): void
}

interface AdmissionOptions<Class extends string> {
  /**
   * Classes, lowest priority first, with the maximum time that work may be queued before requests of the class are
   * rejected, in ms.
   */
  classes: Record<Class, number>
  /** Age of each queue's head in ms, and the last class that may be rejected because of it. */
  queues?: { waitedMs(): number; upTo: Class }[]
  /** Factor of a class's limit at present, for delays that are known to end soon; 1 by default. */
  patience?: (requestClass: Class) => number
  /** Milliseconds that only go forward; the process's own by default. */
  clock?: () => number
}

const SAMPLE_INTERVAL_MS = 50
/** Latest samples, of which the smallest counts: a garbage collection or a short burst is no overload. */
const SAMPLES = 3
/**
 * Change of the level, in classes a second: up quickly, because a queue delays all requests, and down slowly, so that
 * rejected clients don't all return at once.
 */
const RISE_PER_SECOND = 1
const FALL_PER_SECOND = 0.25
const MAX_RISE_FACTOR = 2
/** Between this share of the limit and the limit itself, the level stays as it is. */
const STEADY_SHARE = 0.5
/**
 * Share of a class that is rejected, by the fraction of the level within it: near full rejection, a small change in
 * what is admitted matters more.
 */
const shareOf = (part: number) => 1 - (1 - Math.min(1, Math.max(0, part))) ** 2
/** Longest time for which the level moves in one step, in seconds, however long the process was stalled. */
const MAX_STEP_S = 0.5

/**
 * Sheds load by class. The level rises while work is queued longer than the current class allows, and falls slowly once
 * it isn't; all classes below the level are rejected, and a share of the class that it is in. Queueing time is measured
 * by the delay of this process's own timer, which delays all of its work equally, and by its queues.
 */
export function createAdmissionControl<Class extends string>({
  classes,
  queues = [],
  patience = () => 1,
  clock = () => performance.now(),
}: AdmissionOptions<Class>): Admission<Class> & { sample(): void } {
  const names = Object.keys(classes) as Class[]
  const rankOf = (name: Class) => names.indexOf(name)
  const zeros = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<Class, number>
  const [admitted, refused, rejectionDebt] = [zeros(), zeros(), zeros()]
  const samples: number[] = []
  let level = 0
  let waitedMs = 0
  let sampledAt = clock()

  /** The longest queueing time that counts at the current level: a queue of reads is no reason to reject writes. */
  function queuedMs(lateMs: number): number {
    const waits = queues.filter(({ upTo }) => level < rankOf(upTo) + 1).map((queue) => queue.waitedMs())
    return Math.max(lateMs, ...waits)
  }

  function sample(): void {
    const now = clock()
    const elapsedMs = now - sampledAt
    sampledAt = now
    samples.push(queuedMs(Math.max(0, elapsedMs - SAMPLE_INTERVAL_MS)))
    if (samples.length < SAMPLES) return
    samples.splice(0, samples.length - SAMPLES)
    waitedMs = Math.min(...samples)
    const rank = Math.min(Math.floor(level), names.length - 1)
    const current = names[rank] as Class
    const limitMs = classes[current] * patience(current)
    const seconds = Math.min(elapsedMs / 1000, MAX_STEP_S)
    const rise = RISE_PER_SECOND * seconds * Math.min(MAX_RISE_FACTOR, waitedMs / limitMs)
    // At most to the end of this class: the next one has a limit of its own.
    if (waitedMs > limitMs) level = Math.min(rank + 1, level + rise)
    else if (waitedMs < limitMs * STEADY_SHARE) level = Math.max(0, level - FALL_PER_SECOND * seconds)
  }

  const timer = setInterval(sample, SAMPLE_INTERVAL_MS).unref()
  return {
    sample,
    admits(requestClass, hasShare = () => false) {
      // Deterministic rather than random: at a share of one half, every second request is rejected.
      rejectionDebt[requestClass] += shareOf(level - rankOf(requestClass))
      const isDue = rejectionDebt[requestClass] >= 1
      if (isDue) rejectionDebt[requestClass] -= 1
      const isRefused = isDue && !hasShare()
      const counted = isRefused ? refused : admitted
      counted[requestClass] += 1
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
