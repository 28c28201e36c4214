import type { Api } from '#api/api.ts'
import { ledgerEarnings, orderEarnings } from '#domain/orders/earnings.ts'
import { SHOP_NOTE_COLUMNS } from '#web/desk/shop/shop-notes.tsx'
import { isId } from '#web/list-page.ts'
import type { AllOrdersRow } from '../order-rows.tsx'

/** An order of the shop with its goods, money, history and hand-overs; null for any other id. */
export async function readShopOrder(api: Api, { shopId, id }: { shopId: string; id: string }) {
  if (!isId(id)) return { order: null, failure: null }
  const [found, lines, earning, moves, parts, handOvers, offline, claims, notes, payoutParts] = await Promise.all([
    api.tables
      .from('all_orders')
      .select('*')
      .eq('id', id)
      .eq('vendor_id', shopId)
      .maybeSingle()
      .overrideTypes<AllOrdersRow, { merge: false }>(),
    api.tables
      .from('order_lines')
      .select(
        'id, product_id, product_name, unit, quantity, unit_price, share_date, packed_at, least_kg_per_unit, most_kg_per_unit',
      )
      .eq('order_id', id)
      .order('product_name')
      .order('id'),
    api.tables.from('order_earnings').select('*').eq('order_id', id).eq('vendor_id', shopId).maybeSingle(),
    api.tables.from('status_changes').select('id, to_status, at').eq('subject_id', id).order('at').order('id'),
    api.tables
      .from('partial_refunds')
      .select('id, goods_kobo, payer, reason, created_at')
      .eq('order_id', id)
      .order('created_at'),
    api.tables
      .from('hand_overs')
      .select('id, kind, status, due_until, done_at, proof, taken_by, claim_until, released_at')
      .eq('order_id', id)
      .order('created_at'),
    api.tables
      .from('visible_offline_hand_overs')
      .select('hand_over_id, acted_at')
      .eq('order_id', id)
      .is('conflict', null),
    api.tables.from('claims').select('id, claim_no, status, created_at').eq('order_id', id).order('created_at'),
    api.tables.from('shop_notes').select(SHOP_NOTE_COLUMNS).eq('order_id', id).order('created_at').order('id'),
    api.tables
      .from('shop_order_parts')
      .select('part, amount_kobo, at, payout_id, last_four')
      .eq('order_id', id)
      .eq('vendor_id', shopId)
      .order('at'),
  ])
  const money = earning.data
  return {
    order: found.data && {
      ...found.data,
      lines: lines.data ?? [],
      moves: moves.data ?? [],
      parts: parts.data ?? [],
      handOvers: (handOvers.data ?? []).map((handOver) => ({
        ...handOver,
        acted_at: offline.data?.find(({ hand_over_id }) => hand_over_id === handOver.id)?.acted_at ?? null,
      })),
      claims: claims.data ?? [],
      notes: notes.data ?? [],
      payoutParts: payoutParts.data ?? [],
      money:
        money &&
        ledgerEarnings(
          orderEarnings({
            status: money.status,
            goodsKobo: BigInt(money.goods_kobo),
            vendorFeeBasisPoints: money.vendor_fee_bps,
            earnedKobo: BigInt(money.earned_kobo),
            heldKobo: BigInt(money.held_kobo),
          }),
          // Money of a payout that came back is in another part as well.
          (payoutParts.data ?? []).flatMap(({ part, amount_kobo }) => (part === 'returned' ? [] : BigInt(amount_kobo))),
        ),
      feeBasisPoints: money?.vendor_fee_bps ?? 0,
    },
    failure: found.error?.message ?? null,
  }
}

export type ShopOrder = NonNullable<Awaited<ReturnType<typeof readShopOrder>>['order']>
