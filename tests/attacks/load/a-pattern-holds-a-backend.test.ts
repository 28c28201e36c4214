import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTarget, type Target } from '../open-target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget({ SEED: 'demo', LOG_LEVEL: 'warn' })
})
afterAll(() => target?.close())

const COSTLY = [
  ['match', '(a{1,200}){1,200}'],
  ['imatch', '((((a{1,30}){1,30}){1,30}){1,30})b'],
  ['match', '(.*)(.*)(.*)(.*)\\1\\2\\3\\4$'],
  ['imatch', '(?=.*a)(?=.*b)(?=.*c).*'],
  ['match', `(${'a|'.repeat(1_000)}b)*`],
  ['match(any)', '{"(a{1,200}){1,200}","b"}'],
  ['ilike', `${'%a'.repeat(800)}`],
  ['like', `${'_%'.repeat(800)}`],
  ['fts', `${'a & '.repeat(300)}a`],
  ['wfts', `${'"a b" or '.repeat(150)}a`],
] as const

const send = (query: string, init: RequestInit = {}) => target.request(`/rest/v1/products?${query}`, init)

test('no pattern of a visitor that could block the database reaches it', async () => {
  for (const [operator, value] of COSTLY) {
    const text = encodeURIComponent(value)
    for (const query of [
      `description=${operator}.${text}`,
      `or=(name.${operator}.%22${text.replaceAll('%5C', '%5C%5C').replaceAll('%22', '%5C%22')}%22)`,
    ]) {
      const { status } = await send(`select=id&limit=1&${query}`)
      expect([operator, value.slice(0, 20), status]).toEqual([operator, value.slice(0, 20), 400])
    }
    const { status } = await send(`name=${operator}.${text}`, { method: 'DELETE' })
    expect(status).toBe(400)
  }
})

test('no deep or long filter reaches the database', async () => {
  const deep = `or=${'(and('.repeat(40)}id.is.null${'))'.repeat(40)}`
  const long = `id=in.(${'00000000-0000-4000-8000-000000000000,'.repeat(400)})`
  const wide = `or=(${Array.from({ length: 300 }, () => 'id.is.null').join(',')})`
  const nested = `select=${'vendors(products('.repeat(10)}id${'))'.repeat(10)}`
  const searching = `or=(${Array.from({ length: 6 }, () => 'name.imatch.a').join(',')})`
  for (const query of [deep, wide, nested, searching])
    expect([query.slice(0, 12), (await send(query)).status]).toEqual([query.slice(0, 12), 400])
  expect((await send(long)).status).toBeLessThan(500)
})

test('a rejection by a full queue is one line in the log, without a stack', async () => {
  const before = target.process.output().length
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => (await send(`select=id&limit=${at + 1}&name=imatch.rice`)).status),
  )
  expect(statuses).toContain(503)
  expect(target.process.output().slice(before)).not.toContain('"stack"')
})
