import { afterEach, expect, test } from 'vitest'
import { createAdmissionControl } from './admission.ts'

const SAMPLE_MS = 50
const opened: { stop(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.stop()
})

/** A process with a simulated clock; `late` is the delay of its timer at each sample. */
function simulate(queues: { waitedMs(): number; upTo: 'anonymous' | 'reads' | 'writes' }[] = []) {
  let now = 0
  const admission = createAdmissionControl({
    classes: { anonymous: 100, reads: 200, writes: 400 },
    queues,
    clock: () => now,
  })
  opened.push(admission)
  return {
    admission,
    pass(samples: number, late: number) {
      for (let index = 0; index < samples; index++) {
        now += SAMPLE_MS + late
        admission.sample()
      }
    },
    /** Rejected requests out of a hundred. */
    rejected: (requestClass: 'anonymous' | 'reads' | 'writes') =>
      Array.from({ length: 100 }, () => admission.admits(requestClass)).filter((isAdmitted) => !isAdmitted).length,
  }
}

test('rejects nothing without a queue, nor after a single long pause', () => {
  const { pass, rejected } = simulate()
  pass(20, 0)
  expect(rejected('anonymous')).toBe(0)
  pass(1, 3_000)
  pass(1, 0)
  expect(rejected('anonymous')).toBe(0)
})

test('rejects the first class first, and the last only once all others are rejected', () => {
  const { admission, pass, rejected } = simulate()
  const seen: number[][] = []
  for (let round = 0; round < 12; round++) {
    pass(3, 500)
    seen.push([rejected('anonymous'), rejected('reads'), rejected('writes')])
  }
  for (const [anonymous = 0, reads = 0, writes = 0] of seen) {
    if (reads > 0) expect(anonymous).toBeGreaterThanOrEqual(99)
    if (writes > 0) expect(reads).toBeGreaterThanOrEqual(99)
  }
  expect(seen.at(-1)?.[2]).toBeGreaterThan(0)
  expect(admission.counts().refused.writes).toBeGreaterThan(0)
})

test('a queue that counts up to the first class rejects no other class', () => {
  const { pass, rejected } = simulate()
  pass(200, 150)
  expect(rejected('anonymous')).toBeGreaterThanOrEqual(99)
  expect([rejected('reads'), rejected('writes')]).toEqual([0, 0])
})

test('keeps the share between half the limit and the limit, so that it does not oscillate', () => {
  const { admission, pass } = simulate()
  pass(4, 150)
  const { level } = admission.counts()
  expect(level).toBeGreaterThan(0)
  expect(level).toBeLessThan(1)
  pass(100, 75)
  expect(admission.counts().level).toBe(level)
  pass(400, 0)
  expect(admission.counts().level).toBe(0)
})

test('spreads rejections evenly', () => {
  const { admission, pass } = simulate()
  while (admission.counts().level < 0.3) pass(1, 110)
  const decisions = Array.from({ length: 40 }, () => admission.admits('anonymous'))
  const runs = decisions
    .join(' ')
    .split('true')
    .map((run) => run.match(/false/g)?.length ?? 0)
  expect(Math.max(...runs)).toBeLessThanOrEqual(2)
})

test('a queue of reads never rejects writes, however long it is', () => {
  const { admission, pass, rejected } = simulate([{ waitedMs: () => 60_000, upTo: 'reads' }])
  pass(1_000, 0)
  expect(admission.counts().level).toBeLessThan(2.2)
  expect(rejected('reads')).toBeGreaterThanOrEqual(85)
  expect(rejected('writes')).toBeLessThan(20)
})

test('limits are longer while a known delay is under way, for the classes that are patient', () => {
  let isRenewing = true
  let now = 0
  const admission = createAdmissionControl({
    classes: { anonymous: 100, reads: 200 },
    patience: (requestClass) => (isRenewing && requestClass === 'reads' ? 4 : 1),
    clock: () => now,
  })
  opened.push(admission)
  const pass = () => {
    for (let index = 0; index < 60; index++) {
      now += SAMPLE_MS + 500
      admission.sample()
    }
  }
  pass()
  expect(admission.counts().level).toBe(1)
  isRenewing = false
  pass()
  expect(admission.counts().level).toBe(2)
})

test('admits a request that would be rejected if it has a share, and counts it as admitted', () => {
  const { admission, pass } = simulate()
  pass(60, 500)
  expect([admission.admits('anonymous', () => true), admission.admits('anonymous', () => false)]).toEqual([true, false])
  expect(admission.counts()).toMatchObject({ admitted: { anonymous: 1 }, refused: { anonymous: 1 } })
})
