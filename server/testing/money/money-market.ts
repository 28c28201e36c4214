import { createHash } from 'node:crypto'
import type pg from 'pg'
import { auditAjo } from '#database/audit/ajo.ts'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import type { StatementRunner } from '#database/audit/run-checks.ts'
import { auditStaff } from '#database/audit/staff.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { gatewayRoutes } from '#server/payments/gateway/gateway-routes.ts'
import { type MarketOptions, openTestMarket, type TestMarket } from '../market.ts'
import { createTestGateway } from './test-gateway.ts'

export interface MoneyMarket {
  market: TestMarket
  play: LocalGateway
  deps: PaymentDeps
  routes: ReturnType<typeof gatewayRoutes>
}

/** Opens a market with the local gateway. */
export async function openMoneyMarket(options: Pick<MarketOptions, 'cell'> = {}): Promise<MoneyMarket> {
  const market = await openTestMarket(options)
  const play = createTestGateway(market)
  const siteUrl = 'https://market.test'
  const deps = { database: market.db.database, gateway: play.gateway, takesTestMoney: true, siteUrl, ...options }
  const routes = gatewayRoutes({ ...deps, reportFault: (fault) => market.faults.push(fault) })
  return { market, play, deps, routes }
}

/** Returns findings of the audits and reported faults; must be empty after each test that moves money. */
export async function auditFaults({ db, faults }: TestMarket): Promise<unknown[]> {
  const prepared = preparing(db.owner)
  return [
    ...(await auditLedger(prepared)),
    ...(await auditMarket(prepared)),
    ...(await auditStaff(prepared)),
    ...(await auditAjo(prepared)),
    ...faults,
  ]
}

/**
 * Prepares each statement once for each connection: planning the audits takes ten times as long as running them on the
 * few rows of a test.
 */
export const preparing = (pool: pg.Pool): StatementRunner => ({
  query: (text) => pool.query({ name: createHash('sha256').update(text).digest('hex').slice(0, 40), text }),
})

/** Returns an account's balance in kobo; 0 if it does not exist. */
export async function readBalanceKobo(
  { row }: Pick<TestMarket, 'row'>,
  kind: string,
  owner: string | null = null,
): Promise<bigint> {
  const { kobo } = await row<{ kobo: bigint | null }>('select ledger.balance_kobo($1, $2) as kobo', [kind, owner])
  return kobo ?? 0n
}

/** Credits PEPS as a referral reward. */
export async function givePeps({ db }: Pick<TestMarket, 'db'>, person: string, kobo: number): Promise<void> {
  const lines = [{ kind: 'referral_reward', credit: person, amount_kobo: kobo }]
  await db.owner.query('select ledger.post($1, $2)', [`reward:${crypto.randomUUID()}`, JSON.stringify(lines)])
}

/** Returns the number of mails of a kind that were ever queued. */
export async function countMails({ row }: Pick<TestMarket, 'row'>, kind: string): Promise<number> {
  return (await row<{ n: number }>('select count(*)::integer as n from mail.messages where kind = $1', [kind])).n
}
