import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { relayOutbox } from '#server/notices/outbox/relay-outbox.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { subscribeBrowser } from '#server/testing/subscribe-browser.ts'
import { watchedDatabase } from './setup/watched-database.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** Entries, notices, mails and pushes, without the relay that a test market runs before reads of messages. */
async function counts(): Promise<number[]> {
  const client = await market.db.owner.connect()
  try {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from outbox.entries union all select count(*) from public.notices
       union all select count(*) from mail.messages union all select count(*) from public.pushes`,
    )
    return rows.map(({ n }) => Number(n))
  } finally {
    client.release()
  }
}

test('a relay that crashes at any statement has written nothing, and the next one writes everything once', async () => {
  const recipients = await Promise.all([1, 2, 3].map(() => market.person()))
  for (const person of recipients) await subscribeBrowser(market, person)
  const facts = { orderId: crypto.randomUUID(), product: 'Ofada rice', orderNo: 12, refundKobo: 100n }
  const siteUrl = 'https://market.test'
  const notifications = recipients.map((person, index) => ({ to: `p${index}@market.test`, person, siteUrl, facts }))
  await market.db.database.as(SERVICE, (tx) => notifyEach(tx, 'buy-failed', notifications))
  const power = { statement: 0, seen: 0 }
  const failing = watchedDatabase(market.db.database, () => {
    power.seen += 1
    if (power.seen >= power.statement) throw new Error('The power is gone')
    return undefined
  })
  let crashes = 0
  for (;;) {
    Object.assign(power, { statement: crashes + 1, seen: 0 })
    const isDone = await relayOutbox(failing, { onFault: () => undefined }).then(
      (entries) => entries > 0,
      () => false,
    )
    if (isDone) break
    expect(await counts()).toEqual([3, 0, 0, 0])
    crashes += 1
  }
  expect(crashes).toBeGreaterThan(3)
  expect(await counts()).toEqual([0, 3, 3, 3])
})
