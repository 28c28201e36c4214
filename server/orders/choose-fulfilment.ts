import type pg from 'pg'
import type { ChooseFulfilmentInput, OrderRow } from '#api/commands/orders.ts'
import { checkFields, oneOf, optional, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { formatNaira } from '#domain/money.ts'
import {
  decideFulfilmentChange,
  differenceDue,
  FULFILMENTS,
  feeChange,
  stockpileFault,
} from '#domain/orders/fulfilment-choice.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { refundDeliveryFee } from '#server/payments/fulfilment/change-paid-fee.ts'
import { dropDeliveryUpgrades } from '#server/payments/fulfilment/delivery-upgrade.ts'
import {
  type Destination,
  type FulfilmentOrder,
  lockFulfilmentOrder,
  readDestination,
  readFulfilmentOrder,
} from '#server/payments/fulfilment/read-fulfilment-order.ts'

/**
 * A buyer chooses the destination of an order: a collection point, an address, or a stockpile. The fee of an unpaid
 * order is adjusted; for a paid one, a lower fee is refunded in part and a higher one refused (see `pay-difference`).
 * `expected_fee_kobo` is the fee that the buyer saw.
 */
export const chooseFulfilment: Command<'choose-fulfilment'> = {
  name: 'choose-fulfilment',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['order_id', 'kind', 'pickup_point_id', 'address_id', 'expected_fee_kobo'],
  check: (raw) =>
    checkFields<ChooseFulfilmentInput>(raw, {
      order_id: uuid('Order'),
      kind: oneOf({ label: 'way', among: FULFILMENTS }),
      pickup_point_id: optional(uuid('Place')),
      address_id: optional(uuid('Address')),
      expected_fee_kobo: wholeNumber({ label: 'Fee', min: 0, max: 100_000_000 }),
    }),
  async run({ input, caller, tx, context }) {
    const userId = caller.userId ?? ''
    await lockFulfilmentOrder(tx, { orderId: input.order_id, userId })
    const order = await readFulfilmentOrder(tx, { orderId: input.order_id, userId })
    if (!order) return refuse('order_not_found')
    const decision = decideFulfilmentChange(
      { ...order, isFromBuy: order.group_buy_id !== null, lines: order.lines ?? [] },
      order.now,
    )
    if (isRefusal(decision)) return decision
    if (decision.onlyDelivery && input.kind !== 'delivery') return refuse('only_delivery')
    const destination = await readDestination(tx, { order, input, userId })
    if (isRefusal(destination)) return destination
    const refusal =
      (input.kind === 'stockpile' ? stockpileFault({ lines: order.lines ?? [], freeKg: destination.freeKg }) : null) ??
      feeFault(order, { destination, input, keepsFee: decision.keepsFee })
    if (refusal) return refusal
    const change = feeChange({ fromKobo: order.delivery_fee_kobo, toKobo: destination.feeKobo })
    if (order.status !== 'pending') {
      if (change.kind === 'more') return differenceDue(change.amountKobo)
      await dropDeliveryUpgrades(tx, { orderId: order.id, userId })
    }
    await saveFulfilment(tx, { order, input, destination })
    if (order.status !== 'pending' && change.kind === 'back') {
      const { amountKobo } = change
      await refundDeliveryFee(tx, { order, amountKobo, toKobo: destination.feeKobo, siteUrl: context.siteUrl })
    }
    const { rows } = await tx.query<{ order: OrderRow }>(
      'select to_jsonb(o) as order from public.orders o where id = $1',
      [order.id],
    )
    return rows[0] ?? refuse('order_not_found')
  },
}

interface ChosenDestination {
  destination: Destination
  input: ChooseFulfilmentInput
  keepsFee: boolean
}

function feeFault(order: FulfilmentOrder, { destination, input, keepsFee }: ChosenDestination): Refusal | null {
  const { feeKobo } = destination
  if (keepsFee && feeKobo !== order.delivery_fee_kobo) return refuse('choice_closed')
  if (feeKobo === BigInt(input.expected_fee_kobo)) return null
  return refuse('total_mismatch', {
    message: `The delivery fee is ${formatNaira(feeKobo)} now. Please check it and choose again.`,
    details: { delivery_fee_kobo: String(feeKobo) },
  })
}

interface FulfilmentUpdate {
  order: FulfilmentOrder
  input: ChooseFulfilmentInput
  destination: Destination
}

/** Writes the address first: the order's trigger compares the two. */
async function saveFulfilment(tx: pg.ClientBase, { order, input, destination }: FulfilmentUpdate): Promise<void> {
  const { feeKobo, pickupPointId, zone, addressId } = destination
  if (addressId) {
    await tx.query(
      `insert into public.order_addresses (order_id, recipient, phone, street, landmark, state, lga)
       select $1, recipient, phone, street, landmark, state, lga from public.addresses where id = $2
       on conflict (order_id) do update set recipient = excluded.recipient, phone = excluded.phone, street = excluded.street,
         landmark = excluded.landmark, state = excluded.state, lga = excluded.lga`,
      [order.id, addressId],
    )
  } else await tx.query('delete from public.order_addresses where order_id = $1', [order.id])
  await tx.query(
    `update public.orders set fulfilment = $2, pickup_point_id = $3, delivery_zone_id = $4, delivered_by = $5, delivery_fee_kobo = $6,
       amount_due_kobo = case when status = 'pending' then amount_due_kobo - delivery_fee_kobo + $6 else amount_due_kobo end where id = $1`,
    [order.id, input.kind, pickupPointId, zone?.id ?? null, zone?.delivered_by ?? 'market', feeKobo],
  )
}
