import type pg from 'pg'
import { recount } from '../count.ts'
import { callUntilAnswered } from '../people/calls.ts'
import type { WholeLoad } from '../people/whole-load.ts'
import type { WholeSite } from '../servers/whole-site.ts'
import type { Sheet } from '../sheet.ts'

interface Reconciled {
  site: WholeSite
  load: WholeLoad
  /** The control: something acknowledged must be missing. */
  mustLose: boolean
}

const READ_WITHIN_MS = 60_000

/** Compares what clients were told with the database and the bucket, and runs the product's own audit. */
export async function reconcile(sheet: Sheet, { site, load, mustLose }: Reconciled): Promise<void> {
  const primary = await site.patroni.primary()
  const connectionString = primary?.connectionString ?? ''
  const { lost, twice, unpaid, faults } = await recount(connectionString, load.joins, load.paid)
  const { missing, again, paidTwice } = await site.asOwner((owner) => compare(owner, load))
  const losses = [lost.length, unpaid, missing]
  const [refused] = [[...load.refused].map(([text, count]) => `${count} x ${text}`)]
  sheet.figure('acts that were never answered; payers who could not go on', `${load.abandoned}; ${load.stuck()}`)
  if (mustLose) {
    const sum = losses.reduce((total, count) => total + count, 0)
    sheet.must('control: acknowledged joins, payments, hand-overs lost: some', sum > 0, losses.join(', '))
    return
  }
  sheet.must(
    'acknowledged joins, payments, hand-overs lost: 0',
    losses.every((count) => count === 0),
    losses.join(', '),
  )
  sheet.must(
    'joined, paid, handed over twice: 0',
    twice + paidTwice + again === 0,
    [twice, paidTwice, again].join(', '),
  )
  const unread = await countUnread(site, load)
  sheet.must(`of ${load.pictures.length} stored pictures lost: 0`, unread === 0, unread)
  sheet.must('acts refused: 0', refused?.length === 0, refused?.slice(0, 3).join('; ') || 0)
  sheet.must('counters, ledger and moves add up', faults.length === 0, faults.slice(0, 3).join('; ') || 'yes')
}

async function compare(owner: pg.Pool, { handOvers }: WholeLoad) {
  const read = async (sql: string, values: unknown[] = []) =>
    (await owner.query<{ n: number }>(sql, values)).rows[0]?.n ?? 0
  const done = await read(
    `select count(*)::integer as n from public.hand_overs where id = any ($1::uuid[]) and status = 'done'`,
    [handOvers.map(({ handOverId }) => handOverId)],
  )
  return {
    missing: handOvers.length - done,
    again: await read(
      `select count(*)::integer as n from (select l.id from public.order_lines l join public.hand_over_lines h on h.line_id = l.id
       group by l.id, l.quantity having sum(h.quantity) > l.quantity) x`,
    ),
    paidTwice: await read(
      `select count(*)::integer as n from (select p.order_id from public.payment_parts p join public.payments y on y.id = p.payment_id
       where y.status = 'succeeded' group by 1 having count(*) > 1) x`,
    ),
  }
}

/** The number of acknowledged pictures that cannot be read. */
async function countUnread({ origin }: WholeSite, { pictures }: WholeLoad): Promise<number> {
  const until = performance.now() + READ_WITHIN_MS
  let unread = 0
  for (const { path } of pictures) {
    // An overloaded market may tell the reader to come back.
    const answer = await callUntilAnswered(origin, { path: `/storage/v1/object/public/${path}` }, () => until)
    if (answer?.status !== 200) unread += 1
  }
  return unread
}
