import { auditLedger } from '#database/audit/ledger.ts'
import { compareBooks } from '#domain/books/compare-books.ts'
import { RECORD_KINDS } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { compareGateway } from '#server/books/compare-gateway.ts'
import { normalizeReference } from '#server/books/gateway-records.ts'
import { readLedgerEntries } from '#server/books/ledger-entries.ts'
import { openTestMarket } from '../market.ts'
import { bookSeededRecords, seededGateway, seededRecords, seededReference } from './seeded-books.ts'

interface SeededFaultsResult {
  /** Seeded differences and those that the comparison stored, as "payment AJ-… wrong_sum", sorted. */
  seeded: string[]
  found: string[]
  /** Control: what a comparison without refunds finds. */
  withoutRefunds: string[]
}

/** Compares gateway records with seeded faults with the ledger (money.md, T24). */
export async function findSeededFaults(size: { records: number; faults: number }): Promise<SeededFaultsResult> {
  const market = await openTestMarket()
  try {
    const records = seededRecords(size)
    await bookSeededRecords(market, records)
    const deps = { database: market.db.database, gateway: seededGateway(records), siteUrl: 'https://market.test' }
    await compareGateway(deps)
    const { rows } = await market.db.owner.query<{ name: string }>(
      `select kind || ' ' || reference || ' ' || fault as name from public.book_differences`,
    )
    // The seeded payouts exist only in the ledger and belong to no shop.
    const faults = (await auditLedger(market.db.owner)).filter(
      ({ rule }) => rule !== 'L21 shops' && rule !== 'earnings',
    )
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
  const booked = await database.as(SERVICE, (tx) => readLedgerEntries(tx, { gateway: gateway.name, from, until }, none))
  const found = compareBooks(
    records.map(normalizeReference),
    booked.filter(({ kind }) => kind !== 'refund'),
  )
  return found.map(({ kind, reference, fault }) => `${kind} ${reference} ${fault}`)
}
