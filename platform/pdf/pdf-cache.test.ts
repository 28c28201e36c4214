import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { deleteUnusedPdfs } from './delete-unused-pdfs.ts'
import { openDrawThread } from './draw-thread.ts'
import type { Paper } from './paper.ts'
import { DRAWING_VERSION, openPdfCache, type PdfResult } from './pdf-cache.ts'

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

/** The cache as one process sees it, with a counter of rendered papers. */
function openProcess({ enabled = false } = {}) {
  let drawn = 0
  const faults: unknown[] = []
  const papers = openPdfCache({
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

const bytesOf = (drawn: PdfResult): Buffer => Buffer.from('bytes' in drawn ? drawn.bytes : [])

test('renders a paper once for concurrent and later requests, in all processes', async () => {
  const [one, other] = [openProcess(), openProcess()]
  const all = await Promise.all(Array.from({ length: 6 }, () => one.get(paperNo(1), 'ngozi')))
  const texts = new Set(all.map((drawn) => bytesOf(drawn).toString('latin1')))
  expect([texts.size, [...texts][0]?.slice(0, 5)]).toEqual([1, '%PDF-'])
  expect(bytesOf(await one.get(paperNo(1), 'bola')).toString('latin1')).toBe([...texts][0])
  expect(bytesOf(await other.get(paperNo(1), 'bola')).toString('latin1')).toBe([...texts][0])
  expect([one.drawn(), other.drawn(), one.faults]).toEqual([1, 0, []])
  await one.get(paperNo(2), 'ngozi')
  expect(one.drawn()).toBe(2)
})

test('rendering does not block the main thread', async () => {
  const before = process.cpuUsage()
  const beganAt = performance.eventLoopUtilization()
  await openProcess().get(paperNo(3, 100), 'ngozi')
  const { active } = performance.eventLoopUtilization(beganAt)
  const { user } = process.cpuUsage(before)
  // The process used the processor, but the main thread hardly did.
  expect(user / 1000).toBeGreaterThan(2 * active)
})

test('limits rendering per person, but not cached PDFs', async () => {
  const one = openProcess({ enabled: true })
  for (let number = 0; number < 3; number += 1) await one.get(paperNo(100 + number), 'amaka')
  expect(await one.get(paperNo(200), 'amaka')).toMatchObject({ retryAfterSeconds: expect.any(Number) })
  expect(bytesOf(await one.get(paperNo(100), 'amaka')).length).toBeGreaterThan(1000)
  expect(bytesOf(await one.get(paperNo(200), 'bola')).length).toBeGreaterThan(1000)
}, 30_000)

test('deletes unused PDFs, and renders them again on request', async () => {
  const one = openProcess()
  await one.get(paperNo(4), 'ngozi')
  await db.owner.query(`update public.rendered_pdfs set used_at = now() - interval '91 days'`)
  const { rows } = await db.owner.query('select count(*)::int as count from public.rendered_pdfs')
  expect(await deleteUnusedPdfs(db.database)).toBe(rows[0].count)
  await one.get(paperNo(4), 'ngozi')
  expect(one.drawn()).toBe(2)
})

test('a paper that cannot be rendered fails alone, and the next one is rendered', async () => {
  const one = openProcess()
  const broken = { ...paperNo(5), blocks: [{ kind: 'table', columns: null, rows: [] }] } as unknown as Paper
  await expect(one.get(broken, 'ngozi')).rejects.toThrow('could not be rendered')
  expect(bytesOf(await one.get(paperNo(6), 'ngozi')).length).toBeGreaterThan(1000)
})

/**
 * Digest of the rendering code at `DRAWING_VERSION`. When you change that code, increment the version if papers look
 * different, and update the digest.
 */
const RENDER_CODE_DIGEST = '7w1bpct9iDJ0Qrn_V9qQLz'

test('DRAWING_VERSION matches the rendering code', () => {
  const files = readdirSync('platform/pdf').filter((file) => /^(draw-block|draw-table|sheet|write-pdf)\.ts$/.test(file))
  const code = files.sort().map((file) => readFileSync(`platform/pdf/${file}`, 'utf8'))
  const digest = createHash('sha256')
    .update(`${DRAWING_VERSION}\n${code.join('\n')}`)
    .digest('base64url')
    .slice(0, 22)
  expect(digest, 'increment DRAWING_VERSION if papers look different, and update the digest here').toBe(
    RENDER_CODE_DIGEST,
  )
})
