import { afterEach, expect, test } from 'vitest'
import { openAdmission } from './admission.ts'

const LOOK_MS = 50
const opened: { stop(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.stop()
})

/** A process whose time passes only here; `late` is how late it comes to each look. */
function processOf(queues: { waitedMs(): number; upTo: 'strangers' | 'reads' | 'writes' }[] = []) {
  let now = 0
  const admission = openAdmission({
    classes: { strangers: 100, reads: 200, writes: 400 },
    queues,
    clock: () => now,
  })
  opened.push(admission)
  return {
    admission,
    pass(looks: number, late: number) {
      for (let look = 0; look < looks; look++) {
        now += LOOK_MS + late
        admission.look()
      }
    },
    /** How many of a hundred are turned away. */
    refused: (asker: 'strangers' | 'reads' | 'writes') =>
      Array.from({ length: 100 }, () => admission.admits(asker)).filter((isIn) => !isIn).length,
  }
}

test('nobody is turned away while nothing waits, nor for one long pause', () => {
  const { pass, refused } = processOf()
  pass(20, 0)
  expect(refused('strangers')).toBe(0)
  pass(1, 3_000)
  pass(1, 0)
  expect(refused('strangers')).toBe(0)
})

test('the first class is turned away first, and the last only when all others are', () => {
  const { admission, pass, refused } = processOf()
  const seen: number[][] = []
  for (let round = 0; round < 12; round++) {
    pass(3, 500)
    seen.push([refused('strangers'), refused('reads'), refused('writes')])
  }
  for (const [strangers = 0, reads = 0, writes = 0] of seen) {
    if (reads > 0) expect(strangers).toBeGreaterThanOrEqual(99)
    if (writes > 0) expect(reads).toBeGreaterThanOrEqual(99)
  }
  expect(seen.at(-1)?.[2]).toBeGreaterThan(0)
  expect(admission.counts().refused.writes).toBeGreaterThan(0)
})

test('a wait that only strangers may not cause turns nobody else away', () => {
  const { pass, refused } = processOf()
  pass(200, 150)
  expect(refused('strangers')).toBeGreaterThanOrEqual(99)
  expect([refused('reads'), refused('writes')]).toEqual([0, 0])
})

test('between the limit and half of it the share stays, so that it does not swing', () => {
  const { admission, pass } = processOf()
  pass(4, 150)
  const { level } = admission.counts()
  expect(level).toBeGreaterThan(0)
  expect(level).toBeLessThan(1)
  pass(100, 75)
  expect(admission.counts().level).toBe(level)
  pass(400, 0)
  expect(admission.counts().level).toBe(0)
})

test('a share is turned away evenly', () => {
  const { admission, pass } = processOf()
  while (admission.counts().level < 0.3) pass(1, 110)
  const answers = Array.from({ length: 40 }, () => admission.admits('strangers'))
  const runs = answers
    .join(' ')
    .split('true')
    .map((run) => run.match(/false/g)?.length ?? 0)
  expect(Math.max(...runs)).toBeLessThanOrEqual(2)
})

test('a queue of reads never turns writes away, however long it waits', () => {
  const { admission, pass, refused } = processOf([{ waitedMs: () => 60_000, upTo: 'reads' }])
  pass(1_000, 0)
  expect(admission.counts().level).toBeLessThan(2.2)
  expect(refused('reads')).toBeGreaterThanOrEqual(85)
  expect(refused('writes')).toBeLessThan(20)
})
