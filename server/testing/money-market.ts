import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import type { LocalGateway } from '#platform/payment-gateways/local/local-gateway.ts'
import type { PaymentDeps } from '../payments/confirm-payment.ts'
import { gatewayRoutes } from '../payments/gateway-routes.ts'
import { openTestMarket, type TestMarket } from './market.ts'
import { playGateway } from './play-gateway.ts'

export interface MoneyMarket {
  market: TestMarket
  play: LocalGateway
  deps: PaymentDeps
  routes: ReturnType<typeof gatewayRoutes>
}

/** A market with the local gateway behind it. */
export async function openMoneyMarket(): Promise<MoneyMarket> {
  const market = await openTestMarket()
  const play = playGateway(market)
  const siteUrl = 'https://market.test'
  const deps = { database: market.db.database, gateway: play.gateway, takesTestMoney: true, siteUrl }
  const routes = gatewayRoutes({ ...deps, reportFault: (fault) => market.faults.push(fault) })
  return { market, play, deps, routes }
}

/** What breaks a rule of money or of the market, and what failed behind the wire: nothing, after each test that moves money. */
export async function faultsOf({ db, faults }: TestMarket): Promise<unknown[]> {
  return [...(await auditLedger(db.owner)), ...(await auditMarket(db.owner)), ...faults]
}
