import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from './testing.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

/**
 * Waits until pages are invalidated as well: at most ten times a second, by a timer that the clock of these tests does
 * not control.
 */
async function changePrice(process: Site['processes'][number]): Promise<void> {
  await site.owner.query(`update public.goods set price = price + 1 where name = 'beans'`)
  await process.caughtUp()
  await delay(150)
  site.pass(200)
}

const PAGE = '/page?goods=1'
const how = (answer: Response) => answer.headers.get('cache-status')
const isCopy = async (answer: Response) => (await answer.text()).startsWith('A copy. ')

test('during an outage a page is served as a labelled stale copy, for up to three minutes', async () => {
  const [, , cut] = site.processes
  await cut.warm(PAGE)
  await site.proxy.cut()
  await expect.poll(async () => cut.cache.counts().bytes).toBe(0)
  site.pass(120_000)
  const copy = await cut.fetch(PAGE)
  expect([copy.status, how(copy), copy.headers.get('age')]).toEqual([200, 'response-cache; hit; ttl=-120', '120'])
  expect(copy.headers.get('cache-control')).toBe('no-store')
  expect(copy.headers.get('cdn-cache-control')).toBeNull()
  expect(await isCopy(copy)).toBe(true)
  expect(cut.cache.counts().stale).toBe(1)
  // Rows have no stale copies, because their clients act on them.
  expect((await cut.fetch('/rest/v1/goods?select=name,price&order=name')).status).toBe(503)
  // Neither do signed-in users get them.
  expect((await cut.fetch(PAGE, { headers: { cookie: 'session=abc' } })).status).toBe(503)
  site.pass(61_000)
  expect((await cut.fetch(PAGE)).status).toBe(503)
})

test('stale copies end with the outage', async () => {
  const [, , cut] = site.processes
  await site.proxy.restore()
  await cut.warm(PAGE)
  await site.proxy.cut()
  await expect.poll(async () => cut.cache.counts().bytes).toBe(0)
  expect(await isCopy(await cut.fetch(PAGE))).toBe(true)
  await site.owner.query(`update public.goods set price = 4321 where name = 'beans'`)
  await site.proxy.restore()
  await expect.poll(async () => (await cut.fetch(PAGE)).text()).toContain('4321')
  await cut.warm(PAGE)
  const { stale } = cut.cache.counts()
  // From here on the process is overloaded, and its fresh entries are gone.
  site.pass(5_000)
  cut.setOverloaded(true)
  const answer = await cut.fetch(PAGE)
  expect(await answer.text()).toContain('4321')
  expect(cut.cache.counts().stale).toBe(stale + 1)
  cut.setOverloaded(false)
})

test('an overloaded process serves stale copies, unless they are known to be outdated', async () => {
  const [one] = site.processes
  await one.warm(PAGE)
  one.setOverloaded(true)
  site.pass(10_000)
  expect(await isCopy(await one.fetch(PAGE))).toBe(true)
  await changePrice(one)
  expect((await one.fetch(PAGE)).status).toBe(503)
  one.setOverloaded(false)
  expect((await one.fetch(PAGE)).status).toBe(200)
})

test('a page that changes while it is made has a stale copy for an outage too', async () => {
  const [, , cut] = site.processes
  const path = '/page?slow=2'
  for (let times = 0; times < 2; times += 1) {
    const requested = cut.fetch(path)
    await cut.untilReading()
    await changePrice(cut)
    expect(how(await requested)).toContain('fwd=miss')
  }
  // While the database is up, which an earlier test took down, it is known to be outdated; some seconds are accepted.
  cut.setOverloaded(true)
  expect(await isCopy(await cut.fetch(path))).toBe(true)
  site.pass(6_000)
  await expect.poll(async () => (await cut.fetch(path)).status).toBe(503)
  cut.setOverloaded(false)
  await site.proxy.cut()
  expect(await isCopy(await cut.fetch(path))).toBe(true)
  await site.proxy.restore()
})

test('a frozen database sends no notifications: its pages are served as stale copies, though they had changed before', async () => {
  const [, , cut] = site.processes
  await expect.poll(async () => how(await cut.warm(PAGE))).toBe('response-cache; hit')
  await changePrice(cut)
  site.proxy.freeze()
  expect(await isCopy(await cut.fetch(PAGE))).toBe(true)
  // Rejected clients get it as well.
  cut.setOverloaded(true)
  expect(await isCopy(await cut.fetch(PAGE))).toBe(true)
  cut.setOverloaded(false)
  site.proxy.thaw()
  await expect.poll(async () => isCopy(await cut.fetch(PAGE))).toBe(false)
})

test('a change of the catalogue, such as of privileges, drops the stale copies', async () => {
  const [one] = site.processes
  await one.warm(PAGE)
  await site.owner.query(`notify pgrst, 'reload schema'`)
  await one.caughtUp()
  one.setOverloaded(true)
  site.pass(2_000)
  expect((await one.fetch(PAGE)).status).toBe(503)
  one.setOverloaded(false)
})
