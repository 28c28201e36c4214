import type { Api } from '#api/api.ts'
import type { Act } from '#domain/acts/act.ts'

/** Orders, entries, moves and acts that the record of a payout shows. */
const MOST = 100

/** Everything that belongs to a payout: the orders that it pays out, its entries in the ledger, its moves and the acts about it. */
export async function readPayoutSurroundings(api: Api, { id, vendor_id: shop }: { id: string; vendor_id: string }) {
  const [orders, account, moves, acts] = await Promise.all([
    api.tables
      .from('shop_order_parts')
      .select('order_id, order_no, product_name, amount_kobo')
      .eq('vendor_id', shop)
      .eq('payout_id', id)
      .order('order_no')
      .limit(MOST + 1),
    api.tables.from('ledger_accounts').select('id').eq('kind', 'payout_out').eq('owner_id', id).maybeSingle(),
    api.tables
      .from('status_changes')
      .select('id, from_status, to_status, cause, reason, at')
      .eq('subject', 'payout')
      .eq('subject_id', id)
      .order('at')
      .limit(MOST),
    api.tables
      .from('audit_trail')
      .select('*')
      .eq('subject_type', 'payout')
      .eq('subject_id', id)
      .order('at', { ascending: false })
      .limit(MOST)
      .overrideTypes<Act[], { merge: false }>(),
  ])
  const entries = account.data?.id
    ? await api.tables
        .from('ledger_entries')
        .select('id, kind, amount_kobo, posted_at, is_debit')
        .eq('account_id', account.data.id)
        .order('posted_at')
        .limit(MOST)
    : { data: [] }
  return {
    orders: (orders.data ?? []).slice(0, MOST),
    hasMoreOrders: (orders.data ?? []).length > MOST,
    accountId: account.data?.id ?? null,
    entries: entries.data ?? [],
    moves: moves.data ?? [],
    acts: acts.data ?? [],
  }
}

export type PayoutSurroundings = Awaited<ReturnType<typeof readPayoutSurroundings>>
