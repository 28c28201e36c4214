import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { openDrawThread } from './draw-thread.ts'
import { DRAWING_VERSION, type DrawnPaper, openDrawnPapers } from './drawn-papers.ts'
import { forgetDrawnPapers } from './forget-drawn-papers.ts'
import type { Paper } from './paper.ts'

const paperNo = (number: number, rows = 1): Paper => ({
  title: `Receipt ${number}`,
  issuer: { name: 'Market', lines: ['Lagos'] },
  subject: 'Receipt',
  language: 'en-NG',
  issuedAt: new Date('2026-11-22T09:00:00Z'),
  footer: 'Market',
  blocks: [
    {
      kind: 'table',
      columns: [{ title: 'What', share: 1 }],
      rows: Array.from({ length: rows }, (_, row) => [`Ọ̀fadà rice ${row}`]),
    },
  ],
})

let db: TestDatabase
const thread = openDrawThread()
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(async () => {
  await thread.close()
  await db.drop()
})

/** As one process of the service has it, which counts what it draws. */
function processOf({ enabled = false } = {}) {
  let drawn = 0
  const faults: unknown[] = []
  const papers = openDrawnPapers({
    database: db.database,
    rateLimits: createRateLimits({ database: db.database, enabled }),
    thread: {
      draw(paper) {
        drawn += 1
        return thread.draw(paper)
      },
    },
    perPerson: { tries: 3, windowSeconds: 3_600 },
    onFault: (fault) => faults.push(fault),
  })
  return { get: papers.get, drawn: () => drawn, faults }
}

const bytesOf = (drawn: DrawnPaper): Buffer => Buffer.from('bytes' in drawn ? drawn.bytes : [])

test('a paper is drawn once, for all who ask at the same time, later and in other processes', async () => {
  const [one, other] = [processOf(), processOf()]
  const all = await Promise.all(Array.from({ length: 6 }, () => one.get(paperNo(1), 'ngozi')))
  const texts = new Set(all.map((drawn) => bytesOf(drawn).toString('latin1')))
  expect([texts.size, [...texts][0]?.slice(0, 5)]).toEqual([1, '%PDF-'])
  expect(bytesOf(await one.get(paperNo(1), 'bola')).toString('latin1')).toBe([...texts][0])
  expect(bytesOf(await other.get(paperNo(1), 'bola')).toString('latin1')).toBe([...texts][0])
  expect([one.drawn(), other.drawn(), one.faults]).toEqual([1, 0, []])
  await one.get(paperNo(2), 'ngozi')
  expect(one.drawn()).toBe(2)
})

test('nobody else waits while it is drawn', async () => {
  const before = process.cpuUsage()
  const beganAt = performance.eventLoopUtilization()
  await processOf().get(paperNo(3, 100), 'ngozi')
  const { active } = performance.eventLoopUtilization(beganAt)
  const { user } = process.cpuUsage(before)
  // The process has worked for it, and the main thread has hardly.
  expect(user / 1000).toBeGreaterThan(2 * active)
})

test('a person has so many drawn in a while, and gets what is kept all the same', async () => {
  const one = processOf({ enabled: true })
  for (let number = 0; number < 3; number += 1) await one.get(paperNo(100 + number), 'amaka')
  expect(await one.get(paperNo(200), 'amaka')).toMatchObject({ retryAfterSeconds: expect.any(Number) })
  expect(bytesOf(await one.get(paperNo(100), 'amaka')).length).toBeGreaterThan(1000)
  expect(bytesOf(await one.get(paperNo(200), 'bola')).length).toBeGreaterThan(1000)
}, 30_000)

test('what nobody asks for is forgotten, and drawn again', async () => {
  const one = processOf()
  await one.get(paperNo(4), 'ngozi')
  await db.owner.query(`update public.drawn_papers set used_at = now() - interval '91 days'`)
  const { rows } = await db.owner.query('select count(*)::int as count from public.drawn_papers')
  expect(await forgetDrawnPapers(db.database)).toBe(rows[0].count)
  await one.get(paperNo(4), 'ngozi')
  expect(one.drawn()).toBe(2)
})

test('a paper that cannot be drawn fails by itself, and the next one is drawn', async () => {
  const one = processOf()
  const broken = { ...paperNo(5), blocks: [{ kind: 'table', columns: null, rows: [] }] } as unknown as Paper
  await expect(one.get(broken, 'ngozi')).rejects.toThrow('could not be drawn')
  expect(bytesOf(await one.get(paperNo(6), 'ngozi')).length).toBeGreaterThan(1000)
})

/** Of the code that draws, at `DRAWING_VERSION`. Whoever changes it raises the version if papers look different, and notes the new digest. */
const DRAWN_BY = 'Jdvg1KpA9MzJCPXYH665Gd'

test('kept papers know which code has drawn them', () => {
  const files = readdirSync('platform/pdf').filter((file) => /^(draw-block|draw-table|sheet|write-pdf)\.ts$/.test(file))
  const code = files.sort().map((file) => readFileSync(`platform/pdf/${file}`, 'utf8'))
  const digest = createHash('sha256')
    .update(`${DRAWING_VERSION}\n${code.join('\n')}`)
    .digest('base64url')
    .slice(0, 22)
  expect(digest, 'raise DRAWING_VERSION if papers are drawn differently, and note the digest here').toBe(DRAWN_BY)
})
