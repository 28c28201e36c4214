import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'

/**
 * Refreshes the stored list of banks from the gateway once a day. If the gateway does not respond, the old list stays.
 */
export async function listBanks({ database, gateway }: PaymentDeps): Promise<void> {
  const isFresh = await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ fresh: boolean }>(
      `select exists (select from public.banks where listed_at > now() - interval '1 day' and gateway_bank_id is not null) as fresh`,
    )
    return rows[0]?.fresh ?? false
  })
  if (isFresh) return
  const banks = await gateway.listBanks().catch((fault) => {
    if (fault instanceof GatewayFault) return []
    throw fault
  })
  const usable = banks.filter(({ code, name }) => /^\d{3,6}$/.test(code) && name.trim().length > 1)
  if (usable.length === 0) return
  await database.as(SERVICE, async (tx) => {
    await tx.query(
      `insert into public.banks (code, name, gateway_bank_id, listed_at)
       select distinct on (code) code, left(trim(name), 100), id, now() from unnest($1::text[], $2::text[], $3::text[]) as b (code, name, id) order by code, name
       on conflict (code) do update set name = excluded.name, gateway_bank_id = excluded.gateway_bank_id, listed_at = excluded.listed_at`,
      [usable.map(({ code }) => code), usable.map(({ name }) => name), usable.map(({ id }) => id)],
    )
    await tx.query('delete from public.banks where listed_at < now()')
  })
}
