import { auditLedger } from '#database/audit/ledger.ts'
import { compareBooks } from '#domain/books/compare-books.ts'
import { RECORD_KINDS } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { compareGateway } from '../books/compare-gateway.ts'
import { withOurReference } from '../books/gateway-records.ts'
import { readBooked } from '../books/read-booked.ts'
import { openTestMarket } from './market.ts'
import { bookSeeded, seededGateway, seededRecords, seededReference } from './seeded-books.ts'

interface Found {
  /** "payment AJ-… wrong_sum", sorted: what was seeded, and what the comparison wrote down. */
  seeded: string[]
  found: string[]
  /** What a comparison finds that does not look at refunds: the control. */
  withoutRefunds: string[]
}

/** Compares a gateway's books that have seeded faults with the ledger's (money.md, T24). */
export async function findSeededFaults(size: { records: number; faults: number }): Promise<Found> {
  const market = await openTestMarket()
  try {
    const records = seededRecords(size)
    await bookSeeded(market, records)
    const deps = { database: market.db.database, gateway: seededGateway(records), siteUrl: 'https://market.test' }
    await compareGateway(deps)
    const { rows } = await market.db.owner.query<{ name: string }>(
      `select kind || ' ' || reference || ' ' || fault as name from public.book_differences`,
    )
    // Its payouts are rows of the ledger alone, of no shop.
    const faults = (await auditLedger(market.db.owner)).filter(({ rule }) => rule !== 'L21 shops')
    if (faults.length > 0) throw new Error(`The seeded ledger is not sound: ${JSON.stringify(faults[0])}`)
    const seeded = records.flatMap((one) => (one.fault ? [`${one.kind} ${seededReference(one)} ${one.fault}`] : []))
    return {
      seeded: seeded.sort(),
      found: rows.map(({ name }) => name).sort(),
      withoutRefunds: await compareWithoutRefunds(deps),
    }
  } finally {
    await market.close()
  }
}

async function compareWithoutRefunds({ database, gateway }: Parameters<typeof compareGateway>[0]): Promise<string[]> {
  const from = new Date(Date.now() - 3 * 86_400_000)
  const until = new Date()
  const kinds = RECORD_KINDS.filter((kind) => kind !== 'refund')
  const records = (await Promise.all(kinds.map((kind) => gateway.listRecords(kind, { from, until })))).flat()
  const none = { payment: [], refund: [], payout: [], settlement: [] }
  const booked = await database.as(SERVICE, (tx) => readBooked(tx, { gateway: gateway.name, from, until }, none))
  const found = compareBooks(
    records.map(withOurReference),
    booked.filter(({ kind }) => kind !== 'refund'),
  )
  return found.map(({ kind, reference, fault }) => `${kind} ${reference} ${fault}`)
}
